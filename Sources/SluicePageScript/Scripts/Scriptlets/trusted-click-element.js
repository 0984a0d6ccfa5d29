// needs: natives.js natives-elements.js lists.js options.js patterns.js watch.js shadow-trees.js click-conditions.js
// uBlock Origin: selectors, conditions, delay
// AdGuard: selectors, conditions, delay, reload, patience
// required: 1
/**
 * Arguments: selectors separated by commas, or by another sign that precedes the first one, which are clicked
 * one after the other[, conditions separated by commas: `cookie:` or `localStorage:` that must exist (with
 * `!`: must not exist), `containsText:`, `clickType:native`[, delay[, AdGuard:
 * `reloadAfterClick[:milliseconds]`[, seconds to wait for the elements]]]].
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
  watchAttachedTrees();
  native.rectangle = native.free(Element.prototype.getBoundingClientRect);
  native.computedStyle = native.bind(getComputedStyle, window);
  native.singleNode = native.getter(XPathResult.prototype, "singleNodeValue");
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
    // From a timer, so that no frame of this script appears in the stacks of the page's listeners.
    native.setTimeout(native.bind(native.click, undefined, element), 0);
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
  // A change within a shadow tree is not a change of the document.
  push(closedTrees.actions, (_, root) => {
    if (at < steps.length) {
      const observer = new native.MutationObserver(go);
      native.observe(observer, root, { __proto__: null, attributes: true, childList: true, subtree: true });
    }
  });
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
  return isDigits(time) ? native.Number(time) : null;
}

/** Parses selectors and pauses. @param {string} source */
function readClicks(source) {
  const steps = newList();
  // No selector begins with one of these.
  const isSeparated = native.exec(/^[!-~]/, source) !== null && native.exec(/^[\w.#[:*\\-]/, source) === null;
  const separator = isSeparated ? source[0] : ",";
  const text = isSeparated ? native.slice(source, 1) : source;
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
    if (i === text.length || (at === separator && ((depth === 0 && quote === "") || isSeparated))) {
      const step = native.trim(native.slice(text, from, i));
      if (step !== "") {
        push(steps, isDigits(step) ? native.Number(step) : step);
      }
      from = i + 1;
    }
  }
  return steps;
}

/**
 * Returns the first element that a selector matches and that contains a text, if one is given. ` >>> ` enters
 * shadow trees, `xpath(…)` and `xpath:…` are XPath expressions, and `when-visible:` waits until the page shows
 * the element.
 * @param {string} source @param {TextPattern | null} text
 */
function firstElement(source, text) {
  const mark = "when-visible:";
  if (native.startsWith(source, mark)) {
    const found = firstElement(native.trim(native.slice(source, mark.length)), text);
    return found !== null && isShown(found) ? found : null;
  }
  const parts = splitText(source, ">>>");
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
    root = native.shadowRoot(found) ?? closedTreeOf(found);
    if (root === null) {
      return null;
    }
  }
  return null;
}

/** Returns whether an element has an area and is not invisible. */
function isShown(element) {
  const { width, height } = native.rectangle(element);
  return width > 0 && height > 0 && native.computedStyle(element).visibility === "visible";
}

/** Returns the expression in `xpath(…)` or after `xpath:`; "" for a selector of CSS. @param {string} selector */
function xpathOf(selector) {
  if (native.startsWith(selector, "xpath:")) {
    return native.slice(selector, 6);
  }
  return native.startsWith(selector, "xpath(") && native.endsWith(selector, ")") ? native.slice(selector, 6, -1) : "";
}

/** @param {Document | ShadowRoot} root @param {string} selector */
function oneElement(root, selector) {
  const path = xpathOf(selector);
  if (path !== "") {
    const found = native.singleNode(native.evaluate(document, path, root, null, 9, null));
    return found !== null && native.nodeType(found) === 1 ? found : null;
  }
  return root === document ? native.query(root, selector) : native.queryTree(root, selector);
}

/** @param {TextPattern | null} text */
function elementWithText(root, selector, text) {
  if (text === null) {
    return oneElement(root, selector);
  }
  if (xpathOf(selector) !== "") {
    const found = oneElement(root, selector);
    return found !== null && patternMatches(text, native.textContent(found)) ? found : null;
  }
  const all = root === document ? native.queryAll(root, selector) : native.queryAllInTree(root, selector);
  const count = native.listLength(all);
  for (let i = 0; i < count; i += 1) {
    if (patternMatches(text, native.textContent(all[i]))) {
      return all[i];
    }
  }
  return null;
}
