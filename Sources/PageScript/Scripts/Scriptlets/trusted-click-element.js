// needs: natives.js natives-elements.js lists.js patterns.js cookies.js watch.js
// world: isolated
/** selectors by comma, clicked one after the other[, `cookie:` or `localStorage:` that must (`!` not) be there[, delay]]. */
function scriptlet_trusted_click_element(tools, args) {
  const steps = readClicks(args[0] ?? "");
  const delay = args[2] ? native.Number(args[2]) : 0;
  if (steps.length === 0 || !(delay >= 0) || delay > 20000 || !mayClick(args[1] ?? "", tools.dialect)) {
    return;
  }
  let at = 0;
  let isWaiting = false;
  const end = native.now() + delay + 30000;
  const go = () => {
    if (isWaiting || at >= steps.length) {
      return;
    }
    if (native.now() > end) {
      native.disconnect(observer);
      return;
    }
    const step = steps[at];
    if (typeof step === "number") {
      at += 1;
      pause(step);
      return;
    }
    const element = firstElement(step);
    if (element === null) {
      return;
    }
    at += 1;
    try {
      native.click(element);
    } catch {
      return;
    }
    if (at === steps.length) {
      native.disconnect(observer);
    } else {
      pause(100);
    }
  };
  const pause = (time) => {
    isWaiting = true;
    native.setTimeout(() => {
      isWaiting = false;
      go();
    }, time);
  };
  const observer = watchDocument(go, true);
  pause(delay);
}

/** Selectors and pauses. @param {string} text */
function readClicks(text) {
  const steps = newList();
  let from = 0;
  let depth = 0;
  let quote = "";
  for (let i = 0; i <= text.length; i += 1) {
    const at = text[i];
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

/** The first element of a selector; ` >>> ` goes into open shadow trees. */
function firstElement(selector) {
  const parts = splitText(selector, ">>>");
  let root = document;
  for (let i = 0; i < parts.length; i += 1) {
    let found = null;
    try {
      found = i === 0 ? native.query(root, parts[i]) : native.queryTree(root, parts[i]);
    } catch {
      return null;
    }
    if (found === null || i === parts.length - 1) {
      return found;
    }
    root = native.shadowRoot(found);
    if (root === null) {
      return null;
    }
  }
  return null;
}

/** Whether all that must be there is. @param {string} text */
function mayClick(text, dialect) {
  const conditions = splitText(text, ",");
  for (let i = 0; i < conditions.length; i += 1) {
    const isNegated = conditions[i][0] === "!";
    const body = isNegated ? native.slice(conditions[i], 1) : conditions[i];
    const colon = native.indexOf(body, ":");
    const kind = native.slice(body, 0, colon === -1 ? body.length : colon);
    const pattern = readPattern(native.slice(body, colon + 1), dialect, false);
    if (pattern === null) {
      return false;
    }
    if (kind === "cookie" ? hasCookie(pattern) === isNegated : kind === "localStorage" && hasItem(pattern) === isNegated) {
      return false;
    }
  }
  return true;
}

function hasCookie(pattern) {
  const all = cookiesOf(document);
  for (let i = 0; i < all.length; i += 1) {
    if (patternMatches(pattern, all[i].name + "=" + all[i].value)) {
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
    // No storage.
  }
  return false;
}
