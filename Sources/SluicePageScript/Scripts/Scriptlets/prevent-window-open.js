// needs: natives.js natives-document.js natives-elements.js argument-text.js lists.js patterns.js masks.js options.js constants.js
// uBlock Origin: address, delay, decoy
// AdGuard: address, delay, decoy
// not read: `log`
// names in uBlock Origin: nowoif, no-window-open-if, window.open-defuser
/**
 * Arguments: [pattern (`!`)[, delay in seconds[, decoy]]]. Prevents matching calls of `window.open`. In uBlock, the
 * pattern is for all parameters as one text, in AdGuard for any of them. The old form begins with 0 or 1, followed by
 * a pattern of the address, and 0 negates it.
 */
function scriptlet_prevent_window_open(tools, args) {
  const isAdGuard = tools.dialect === "adguard";
  const answer = readOldAnswer(args[2] ?? "");
  const isCounted = args[0] === "0" || args[0] === "1";
  // In uBlock, these can be patterns, but then a delay follows.
  const isOld = isAdGuard ? isCounted || ((args[0] ?? "") === "" && answer !== null)
    : isCounted && (args[1] ?? "") !== "" && !(native.Number(args[1]) >= 0);
  const isOldMatch = isOld ? args[0] !== "0" : true;
  const source = (isOld ? args[1] : args[0]) ?? "";
  const pattern = readPattern(isAdGuard && source === "*" ? "" : source, tools.dialect, true) ?? readPattern("", "ublock");
  const areMeant = (parts) => {
    let text = "";
    let isAny = parts.length === 0 && patternMatches(pattern, "") !== pattern.negated;
    for (let i = 0; i < parts.length; i += 1) {
      text += (i === 0 ? "" : " ") + parts[i];
      isAny = isAny || patternMatches(pattern, parts[i]) !== pattern.negated;
    }
    return isAdGuard ? isAny !== pattern.negated : patternMatches(pattern, text);
  };
  const delay = isOld ? NaN : native.Number(args[1] ? args[1] : NaN);
  const decoy = isOld ? "" : args[2] ?? "";
  const windowOfFrame = native.getter(HTMLIFrameElement.prototype, "contentWindow");
  const windowOfObject = native.getter(HTMLObjectElement.prototype, "contentWindow");
  const windowOf = (element, isObject) => isObject ? windowOfObject(element) : windowOfFrame(element);
  replaceMethod(window, "open", (original) => ({
    open() {
      const parts = newList();
      for (let i = 0; i < (isOld ? 1 : 3) && i < arguments.length; i += 1) {
        push(parts, argumentText(arguments, i));
      }
      if (listHas(parts, null) || areMeant(parts) !== isOldMatch) {
        return native.apply(original, this, arguments);
      }
      if (isOld) {
        return answer === null ? function () {} : answer();
      }
      if (!(delay >= 0)) {
        return null;
      }
      return openDecoy(original, decoy, arguments[0], delay * 1000, windowOf);
    },
  }.open));
}

/**
 * Parses the return value in AdGuard's old form: `trueFunc`, or `{name=noopFunc}`. Returns null for anything
 * else.
 * @param {string} text
 */
function readOldAnswer(text) {
  if (text === "trueFunc") {
    return () => function () { return true; };
  }
  const equals = native.indexOf(text, "=");
  if (text[0] !== "{" || text[text.length - 1] !== "}" || equals === -1) {
    return null;
  }
  const found = readConstant(native.trim(native.slice(text, equals + 1, -1)), "adguard");
  const name = native.trim(native.slice(text, 1, equals));
  return found === null ? null : () => native.define({}, name, {
    __proto__: null, value: found.value, writable: true, enumerable: true, configurable: true,
  });
}

/** Opens a decoy, which looks like an opened window and is removed later. */
function openDecoy(original, kind, url, time, windowOf) {
  if (kind === "blank") {
    const opened = native.apply(original, window, ["about:blank"]);
    if (opened !== null) {
      native.setTimeout(() => opened.close(), time);
    }
    return opened;
  }
  const isObject = kind === "obj";
  const holder = native.body(document) ?? native.root(document);
  if (holder === null) {
    return null;
  }
  const add = (tag, name, address) => {
    const element = native.createElement(document, tag);
    if (address !== null) {
      native.setAttribute(element, name, address);
    }
    native.setAttribute(element, "style", "height:1px!important;left:-1px!important;position:fixed!important;top:-1px!important;width:1px!important;");
    native.appendChild(holder, element);
    native.setTimeout(() => native.removeElement(element), time);
    return element;
  };
  const element = isObject ? add("object", "data", native.String(url)) : add("iframe", "src", native.String(url));
  // An `object` element may not have a window yet. Then the window of an empty frame is used.
  const opened = windowOf(element, isObject) ?? windowOf(add("iframe", "src", null), false);
  if (opened !== null && typeof opened === "object") {
    try {
      // Makes it look like a window that the page has opened, not like a frame of the page.
      native.define(opened, "closed", { __proto__: null, value: false, configurable: true });
      native.define(opened, "opener", { __proto__: null, value: window, writable: true, configurable: true });
      native.define(opened, "frameElement", { __proto__: null, value: null, configurable: true });
    } catch {
      // The window already belongs to another origin.
    }
    return opened;
  }
  return { close() {}, closed: false, focus() {}, location: { href: "about:blank" } };
}
