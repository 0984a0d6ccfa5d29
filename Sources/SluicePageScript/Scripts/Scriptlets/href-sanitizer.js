// needs: natives.js natives-language.js natives-elements.js lists.js patterns.js watch.js
// world: isolated
// uBlock Origin: selector, source
// AdGuard: selector, source, transform
// required: 1
// names in uBlock Origin: urlskip
/**
 * Arguments: selector[, source: `text`, `[attribute]`, `?parameter` or steps]. Makes links lead to the
 * address in their source.
 */
function scriptlet_href_sanitizer(tools, args) {
  const selector = args[0] ?? "";
  const source = (args[1] ?? "") === "" ? "text" : args[1];
  const extra = tools.dialect === "adguard" ? args[2] ?? "" : "";
  if (selector === "") {
    return;
  }
  const sanitize = () => {
    const links = elementsOf(selector);
    for (let i = 0; i < links.length; i += 1) {
      const name = native.lowerCase(native.nodeName(links[i]));
      if (name !== "a" || !native.hasAttribute(links[i], "href")) {
        continue;
      }
      const found = linkTarget(links[i], source, extra);
      if (found !== null && found !== hrefOf(links[i])) {
        native.setAttribute(links[i], "href", found);
      }
    }
  };
  sanitize();
  watchDocument(sanitize, true);
}

/** Returns the address for a link; null if its source has no http or https address. */
function linkTarget(link, source, extra) {
  let text = "";
  if (source === "text") {
    // Addresses are often shown with a symbol before or after them.
    text = withoutMarks(native.textContent(link) ?? "");
    // Words are not an address within the site.
    if (extra === "" && text[0] !== "/" && webAddress(text, undefined) === null) {
      return null;
    }
  } else if (source[0] === "[" && native.endsWith(source, "]")) {
    text = native.attribute(link, native.trim(native.slice(source, 1, -1))) ?? "";
  } else {
    text = followSteps(hrefOf(link), source) ?? "";
  }
  if (extra !== "") {
    text = text === "" ? "" : changeAddress(text, extra);
  }
  return webAddress(native.trim(text), native.documentURL(document));
}

/** Returns the absolute address of a link. */
function hrefOf(link) {
  const text = native.attribute(link, "href") ?? "";
  try {
    return new native.URL(text, native.documentURL(document)).href;
  } catch {
    return text;
  }
}

/**
 * Returns a text without spaces, control characters and non-ASCII symbols at both ends.
 * @param {string} text
 */
function withoutMarks(text) {
  const isMark = (sign) => sign <= " " || sign === "\u007f" || (sign > "~" && native.exec(/\p{L}/u, sign) === null);
  let from = 0;
  let to = text.length;
  while (from < to && isMark(text[from])) {
    from += 1;
  }
  while (from < to && isMark(text[to - 1])) {
    to -= 1;
  }
  return native.slice(text, from, to);
}

/** Applies AdGuard's third argument. @param {string} text @param {string} how */
function changeAddress(text, how) {
  if (how === "base64decode" || how === "-base64") {
    return addressInBase64(text);
  }
  try {
    const url = new native.URL(text, native.documentURL(document));
    if (how === "removeHash") {
      url.hash = "";
    } else if (how === "removeParam") {
      url.search = "";
    } else if (native.startsWith(how, "removeParam:")) {
      const names = splitText(native.slice(how, 12), ",");
      for (let i = 0; i < names.length; i += 1) {
        url.searchParams.delete(names[i]);
      }
    } else {
      return "";
    }
    return url.href;
  } catch {
    return "";
  }
}

/**
 * Returns the address in the query or the fragment of another address, or in a text, with up to ten layers of
 * encoding; "" if it is missing.
 * @param {string} text
 */
function addressInBase64(text) {
  const query = native.indexOf(text, "?");
  const hash = native.indexOf(text, "#");
  const pieces = newList();
  if (query === -1 && hash === -1) {
    push(pieces, text);
  }
  if (query !== -1) {
    const parameters = splitText(native.slice(text, query + 1, hash > query ? hash : text.length), "&");
    for (let i = parameters.length - 1; i >= 0; i -= 1) {
      push(pieces, parameters[i]);
    }
  }
  if (hash !== -1) {
    push(pieces, native.slice(text, hash + (text[hash + 1] === "!" ? 2 : 1)));
  }
  for (let i = 0; i < pieces.length; i += 1) {
    const found = decodedAddress(pieces[i]);
    if (found !== "") {
      return found;
    }
  }
  return "";
}

function decodedAddress(text) {
  let made = text;
  for (let i = 0; i < 10 && webAddress(made, undefined) === null; i += 1) {
    try {
      made = native.atob(made);
    } catch {
      break;
    }
  }
  if (made[0] === "{") {
    try {
      return addressInJSON(native.parse(made)) ?? "";
    } catch {
      return "";
    }
  }
  return webAddress(made, undefined) ?? "";
}

/** Returns the first address in a JSON value. */
function addressInJSON(value) {
  if (typeof value === "string") {
    return webAddress(value, undefined);
  }
  const keys = typeof value === "object" && value !== null ? native.ownKeys(value) : newList();
  for (let i = 0; i < keys.length; i += 1) {
    const found = addressInJSON(value[keys[i]]);
    if (found !== null) {
      return found;
    }
  }
  return null;
}

/**
 * Follows steps to an address, separated by spaces: `?name` is a parameter, `&1` the name of the first
 * parameter, `#` the fragment, and `/regex/` the regex's first group. `-base64`, `-safebase64`,
 * `-uricomponent` and `+https` convert the address.
 */
function followSteps(href, source) {
  let text = href;
  const steps = splitSteps(source);
  for (let i = 0; i < steps.length; i += 1) {
    const step = steps[i];
    try {
      text = followStep(text, step);
    } catch {
      return "";
    }
    if (text === null || text === "") {
      return "";
    }
  }
  return text;
}

/** Splits steps. `?a?b` is two steps. @param {string} source */
function splitSteps(source) {
  const steps = newList();
  const pieces = splitText(source, " ");
  for (let i = 0; i < pieces.length; i += 1) {
    const names = pieces[i][0] === "?" ? splitText(pieces[i], "?") : newList();
    for (let k = 0; k < names.length; k += 1) {
      push(steps, "?" + names[k]);
    }
    if (names.length === 0) {
      push(steps, pieces[i]);
    }
  }
  return steps;
}

function followStep(text, step) {
  switch (step[0]) {
    case "?":
      return new native.URL(text, native.documentURL(document)).searchParams.get(native.slice(step, 1));
    case "&": {
      const keys = [...new native.URL(text, native.documentURL(document)).searchParams.keys()];
      return keys[native.Number(native.slice(step, 1)) - 1] ?? null;
    }
    case "#": {
      const hash = native.indexOf(text, "#");
      return hash === -1 ? null : native.slice(text, hash + 1);
    }
    case "/": {
      const pattern = readPattern(step, "ublock", false);
      const found = pattern === null || pattern.regex === null ? null : native.exec(pattern.regex, text);
      return found === null ? null : found[1] ?? null;
    }
  }
  switch (step) {
    case "-base64":
      return native.atob(text);
    case "-safebase64":
      return native.atob(exchange(exchange(text, "-", "+"), "_", "/"));
    case "-uricomponent":
      return native.decode(text);
    case "+https":
      return native.startsWith(text, "http:") ? "https:" + native.slice(text, 5) : native.startsWith(text, "https:") ? text : "https://" + text;
    default:
      return null;
  }
}

function exchange(text, from, to) {
  let made = "";
  for (let i = 0; i < text.length; i += 1) {
    made += text[i] === from ? to : text[i];
  }
  return made;
}

/**
 * Returns the text if it is a web address.
 * @param {string} text @param {string | undefined} base the address that it can be relative to
 */
function webAddress(text, base) {
  if (text === "" || native.exec(/[\0- \x7f]/, text) !== null) {
    return null;
  }
  try {
    const { protocol, href } = new native.URL(text, base);
    return protocol === "http:" || protocol === "https:" ? href : null;
  } catch {
    return null;
  }
}
