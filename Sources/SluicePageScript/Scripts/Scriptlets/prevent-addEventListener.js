// needs: natives.js natives-elements.js argument-text.js patterns.js masks.js guarded-methods.js options.js run-at.js lists.js
// uBlock Origin: type, text; elements, runAt, protect
// AdGuard: type, text; elements, noProtect
// names in uBlock Origin: aeld, addEventListener-defuser
// names in AdGuard: abp-prevent-listener
/**
 * Arguments: [type[, text of the listener[, `elements`, selector, window or document]]]. Prevents matching
 * listeners. A literal type is the whole type in uBlock, and a part of it in AdGuard. If the page replaces the method, the check runs before the page's function: in AdGuard unless
 * `noProtect` is given, in uBlock only if `protect` is given.
 */
function scriptlet_prevent_addEventListener(tools, args) {
  const type = readPattern(args[0] ?? "", tools.dialect, false);
  const text = readPattern(args[1] ?? "", tools.dialect, false);
  const isAdGuard = tools.dialect === "adguard";
  // Without arguments, uBlock only logs.
  if (type === null || text === null || (!isAdGuard && (args[0] ?? "") === "" && (args[1] ?? "") === "")) {
    return;
  }
  const isOfType = isAdGuard ? patternMatches : patternIs;
  const options = readOptions(args, 2);
  const isDropped = (target, event, listener) => {
    if (event === null || !isOfType(type, event)) {
      return false;
    }
    let body = "";
    if (typeof listener === "function") {
      body = native.functionText(listener);
    } else if (isObjectWithHandler(listener)) {
      body = native.functionText(listener.handleEvent);
    } else {
      return false;
    }
    return patternMatches(text, body) && isTargetOf(options.elements, target);
  };
  const isProtected = isAdGuard ? !listHas(args, "noProtect") : options.protect !== undefined;
  const prevent = () => {
    const replace = isProtected ? guardMethod : replaceMethod;
    replace(EventTarget.prototype, "addEventListener", (original) => ({
      addEventListener(event, listener) {
        if (arguments.length > 1 && isDropped(this ?? window, argumentText(arguments, 0), listener)) {
          return undefined;
        }
        return native.apply(original, this, arguments);
      },
    }.addEventListener));
  };
  runAt(options.runAt, prevent);
}

function isObjectWithHandler(listener) {
  try {
    return typeof listener === "object" && listener !== null && typeof listener.handleEvent === "function";
  } catch {
    return false;
  }
}

/** @param {string | undefined} wanted */
function isTargetOf(wanted, target) {
  if (!wanted) {
    return true;
  }
  if (wanted === "window") {
    return target === window;
  }
  if (wanted === "document") {
    return target === document;
  }
  try {
    return native.matches(target, wanted);
  } catch {
    return false;
  }
}
