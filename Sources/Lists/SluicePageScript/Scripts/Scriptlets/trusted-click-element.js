// needs: natives.js natives-elements.js lists.js patterns.js cookies.js watch.js
// world: isolated
// uBlock Origin: selectors, conditions, delay
// AdGuard: selectors, conditions, delay, reload, patience
/**
 * Arguments: selectors separated by commas, which are clicked one after the other[, conditions separated by
 * commas: `cookie:` or `localStorage:` that must exist (with `!`: must not exist), `containsText:`,
 * `clickType:native`[, delay[, AdGuard: `reloadAfterClick[:milliseconds]`[, seconds to wait for the
 * elements]]]].
 */
function scriptlet_trusted_click_element(tools, args) {
  const isAdGuard = tools.dialect === "adguard";
  const steps = readClicks(args[0] ?? "");
  const conditions = readClickConditions(args[1] ?? "", tools.dialect);
  const patience = isAdGuard && args[4] ? native.Number(args[4]) * 1000 : isAdGuard ? 10000 : 30000;
  const delay = args[2] ? native.Number(args[2]) : 0;
  const reload = readReload(isAdGuard ? args[3] ?? "" : "");
  const limit = isAdGuard ? patience : 20000;
  if (steps.length === 0 || conditions === null || reload === null || !(patience > 0) || !(delay >= 0) || delay > limit || reload >= limit) {
    return;
  }
  let at = 0;
  let isWaiting = false;
  const end = native.now() + delay + patience;
  const go = () => {
    if (isWaiting || at >= steps.length) {
      return;
    }
    if (native.now() > end) {
      unwatch();
      return;
    }
    const step = steps[at];
    if (typeof step === "number") {
      at += 1;
      pause(step);
      return;
    }
    const element = firstElement(step, conditions.text);
    if (element === null) {
      return;
    }
    at += 1;
    try {
      native.click(element);
    } catch {
      return;
    }
    if (at < steps.length) {
      pause(100);
      return;
    }
    unwatch();
    if (reload >= 0) {
      native.setTimeout(() => location.reload(), reload);
    }
  };
  const pause = (time) => {
    isWaiting = true;
    native.setTimeout(() => {
      isWaiting = false;
      go();
    }, time);
  };
  const unwatch = watchDocument(go, true);
  pause(delay);
}

/**
 * Returns the milliseconds until the page is reloaded; -1 for no reload, null if the text is invalid.
 * @param {string} text
 */
function readReload(text) {
  const word = "reloadAfterClick";
  if (text === "" || text === word) {
    return text === "" ? -1 : 500;
  }
  const time = native.startsWith(text, word + ":") ? native.slice(text, word.length + 1) : "";
  return time !== "" && isDigitText(time) ? native.Number(time) : null;
}

/** Parses selectors and pauses. @param {string} text */
function readClicks(text) {
  const steps = newList();
  let from = 0;
  let depth = 0;
  let quote = "";
  for (let i = 0; i <= text.length; i += 1) {
    const at = text[i];
    if (at === "\\") {
      i += 1;
      continue;
    }
    if (quote !== "") {
      quote = at === quote ? "" : quote;
    } else if (at === '"' || at === "'") {
      quote = at;
    } else if (at === "(" || at === "[") {
      depth += 1;
    } else if (at === ")" || at === "]") {
      depth -= 1;
    }
    if (i === text.length || (at === "," && depth === 0 && quote === "")) {
      const step = native.trim(native.slice(text, from, i));
      if (step !== "") {
        push(steps, isDigitText(step) ? native.Number(step) : step);
      }
      from = i + 1;
    }
  }
  return steps;
}

/** @param {string} text */
function isDigitText(text) {
  for (let i = 0; i < text.length; i += 1) {
    if (text[i] < "0" || text[i] > "9") {
      return false;
    }
  }
  return true;
}

/**
 * Returns the first element that a selector matches and that contains a text, if one is given. ` >>> ` enters
 * open shadow trees, and `xpath(…)` is an XPath expression.
 * @param {string} selector @param {TextPattern | null} text
 */
function firstElement(selector, text) {
  const parts = splitText(selector, ">>>");
  let root = document;
  for (let i = 0; i < parts.length; i += 1) {
    const isLast = i === parts.length - 1;
    let found = null;
    try {
      found = isLast ? elementWithText(root, parts[i], text) : oneElement(root, parts[i]);
    } catch {
      return null;
    }
    if (found === null || isLast) {
      return found;
    }
    root = native.shadowRoot(found);
    if (root === null) {
      return null;
    }
  }
  return null;
}

/** @param {Document | ShadowRoot} root @param {string} selector */
function oneElement(root, selector) {
  if (native.startsWith(selector, "xpath(") && native.endsWith(selector, ")")) {
    const found = native.evaluate(document, native.slice(selector, 6, -1), root, null, 9, null).singleNodeValue;
    return found !== null && native.nodeType(found) === 1 ? found : null;
  }
  return root === document ? native.query(root, selector) : native.queryTree(root, selector);
}

/** @param {TextPattern | null} text */
function elementWithText(root, selector, text) {
  if (text === null) {
    return oneElement(root, selector);
  }
  if (native.startsWith(selector, "xpath(")) {
    const found = oneElement(root, selector);
    return found !== null && patternMatches(text, native.textContent(found)) ? found : null;
  }
  const all = root === document ? native.queryAll(root, selector) : root.querySelectorAll(selector);
  const count = native.listLength(all);
  for (let i = 0; i < count; i += 1) {
    if (patternMatches(text, native.textContent(all[i]))) {
      return all[i];
    }
  }
  return null;
}

/**
 * Returns the conditions on the elements if the page meets the other conditions; null if it does not.
 * @param {string} source @returns {{text: TextPattern | null} | null}
 */
function readClickConditions(source, dialect) {
  const conditions = { __proto__: null, text: null };
  const pieces = splitConditions(source);
  for (let i = 0; i < pieces.length; i += 1) {
    const isNegated = pieces[i][0] === "!";
    const body = isNegated ? native.slice(pieces[i], 1) : pieces[i];
    const colon = native.indexOf(body, ":");
    const kind = native.slice(body, 0, colon === -1 ? body.length : colon);
    const value = colon === -1 ? "" : native.slice(body, colon + 1);
    if (kind === "cookie") {
      const name = readPairPattern(value, dialect);
      if (name === null || hasCookie(name) === isNegated) {
        return null;
      }
      continue;
    }
    const pattern = readPattern(value, dialect, false);
    if (pattern === null || (kind === "localStorage" && hasItem(pattern) === isNegated)) {
      return null;
    }
    if (kind === "containsText") {
      conditions.text = pattern;
    }
  }
  return conditions;
}

/**
 * Splits conditions at the commas that precede a condition, because texts and regexes can contain commas.
 * @param {string} source
 */
function splitConditions(source) {
  const pieces = newList();
  let rest = source;
  for (;;) {
    const found = native.exec(/,\s*(?=!?(?:cookie|localStorage|containsText|clickType):)/, rest);
    const piece = native.trim(found === null ? rest : native.slice(rest, 0, found.index));
    if (piece !== "") {
      push(pieces, piece);
    }
    if (found === null) {
      return pieces;
    }
    rest = native.slice(rest, found.index + found[0].length);
  }
}

/**
 * Parses a pattern of a cookie, or a pattern of its name and one of its value, separated by `=`.
 * @param {string} text
 */
function readPairPattern(text, dialect) {
  const end = text[0] === "/" ? endOfPattern(text) : -1;
  if (end === -1 || text[end + 1] !== "=") {
    const whole = readPattern(text, dialect, false);
    return whole === null ? null : { __proto__: null, whole, name: null, value: null };
  }
  const name = readPattern(native.slice(text, 0, end + 1), dialect, false);
  const value = readPattern(native.slice(text, end + 2), dialect, false);
  return name === null || value === null ? null : { __proto__: null, whole: null, name, value };
}

function hasCookie(pattern) {
  const all = cookiesOf(document);
  for (let i = 0; i < all.length; i += 1) {
    const { name, value } = all[i];
    const isMeant = pattern.whole !== null ? patternMatches(pattern.whole, name + "=" + value)
      : patternMatches(pattern.name, name) && patternMatches(pattern.value, value);
    if (isMeant) {
      return true;
    }
  }
  return false;
}

function hasItem(pattern) {
  try {
    const names = native.ownKeys(window.localStorage);
    for (let i = 0; i < names.length; i += 1) {
      if (typeof names[i] === "string" && patternMatches(pattern, names[i])) {
        return true;
      }
    }
  } catch {
    // Storage is not available.
  }
  return false;
}
