// needs: natives.js natives-language.js natives-elements.js lists.js patterns.js masks.js argument-text.js request-address.js
// AdGuard: parameters, address
// required: 1
// names in AdGuard: abp-strip-fetch-query-parameter
/**
 * Arguments: names of parameters separated by commas, or a regex[, pattern of the address[, `fetch`]]. Removes
 * the parameters from requests of fetch and XMLHttpRequest, or, as the snippet of Adblock Plus, only of fetch.
 */
function scriptlet_remove_request_query_parameter(tools, args) {
  const names = readNamePatterns(args[0] ?? "", tools.dialect);
  const address = readPattern(args[1] ?? "", tools.dialect, false);
  if (names === null || names.length === 0 || address === null) {
    return;
  }
  captureAddresses();
  const RequestType = Request;
  const keysOf = native.free(URLSearchParams.prototype.forEach);
  const remove = native.free(URLSearchParams.prototype.delete);
  const paramsOf = native.getter(URL.prototype, "searchParams");
  const isSnippet = listHas(args, "fetch");
  const stripped = (text) => {
    if (text === null || (!isSnippet && !patternMatches(address, text))) {
      return text;
    }
    let url;
    try {
      url = new native.AddressOfText(text, native.baseURL(document));
    } catch {
      return text;
    }
    // The pattern of a snippet is for the whole address.
    if (isSnippet && !patternMatches(address, native.hrefOfURL(url))) {
      return text;
    }
    const found = newList();
    keysOf(paramsOf(url), (value, key) => {
      for (let i = 0; i < names.length; i += 1) {
        if (patternIs(names[i], key)) {
          push(found, key);
          return;
        }
      }
    });
    for (let i = 0; i < found.length; i += 1) {
      remove(paramsOf(url), found[i]);
    }
    return found.length === 0 ? text : native.hrefOfURL(url);
  };
  replaceMethod(window, "fetch", (original) => ({
    fetch(input) {
      const text = addressOfRequest(input);
      const made = stripped(text);
      if (made !== text) {
        arguments[0] = isRequest(input) ? new RequestType(made, input) : made;
      }
      return native.apply(original, this, arguments);
    },
  }.fetch));
  if (isSnippet) {
    return;
  }
  replaceMethod(XMLHttpRequest.prototype, "open", (original) => ({
    open(method, url) {
      const text = addressOfRequest(url);
      const made = stripped(text);
      if (made !== text) {
        arguments[1] = made;
      }
      return native.apply(original, this, arguments);
    },
  }.open));
}

/** Parses names. Returns null if a regex is invalid. @param {string} text */
function readNamePatterns(text, dialect) {
  const pieces = text[0] === "/" ? newList() : splitText(text, ",");
  if (text[0] === "/") {
    push(pieces, text);
  }
  const patterns = newList();
  for (let i = 0; i < pieces.length; i += 1) {
    const pattern = readPattern(pieces[i], dialect, false);
    if (pattern === null) {
      return null;
    }
    push(patterns, pattern);
  }
  return patterns;
}

/** @param {any} input */
function isRequest(input) {
  try {
    return typeof native.requestURL(input) === "string";
  } catch {
    return false;
  }
}
