// needs: natives.js lists.js patterns.js masks.js chains.js abort.js stack.js
// uBlock Origin: chain, arguments, how, stack
// AdGuard: chain, arguments, how, stack
// required: 1
/**
 * Arguments: chain of a function, arguments separated by `|` (JSON, or patterns in quotes)[, abort or
 * prevent[, stack]]. Prevents matching calls.
 */
function scriptlet_trusted_suppress_native_method(tools, args) {
  const signs = readSigns(args[1] ?? "", tools.dialect);
  const how = args[2] ? args[2] : "abort";
  const stack = args[3] ? readPattern(args[3], tools.dialect, true) : null;
  if (signs === null || (how !== "abort" && how !== "prevent") || (args[3] && stack === null)) {
    return;
  }
  const chain = args[0] ?? "";
  const name = native.slice(chain, native.lastIndexOf(chain, ".") + 1);
  replaceAtChain(chain, (original) => ({
    suppressed() {
      if (haveSigns(signs, arguments) && (stack === null || patternMatches(stack, callerStack()))) {
        if (how === "abort") {
          throw abortError(name);
        }
        return undefined;
      }
      return native.apply(original, this, arguments);
    },
  }.suppressed));
}

/** Parses the conditions on arguments. Returns null if one is invalid. */
function readSigns(text, dialect) {
  const signs = newList();
  let from = 0;
  // A `|` in quotes or in a regex is not a separator.
  let quote = "";
  for (let i = 0; i <= text.length; i += 1) {
    const at = text[i];
    if (quote !== "" && at === quote && text[i - 1] !== "\\") {
      quote = "";
    } else if (quote === "" && (at === '"' || at === "'" || (at === "/" && native.trim(native.slice(text, from, i)) === ""))) {
      quote = at;
    } else if (i === text.length || (at === "|" && quote === "")) {
      const sign = readSign(native.trim(native.slice(text, from, i)), dialect);
      if (sign === null) {
        return null;
      }
      push(signs, sign);
      from = i + 1;
    }
  }
  return signs;
}

/** @param {string} text */
function readSign(text, dialect) {
  if (text === "") {
    return { __proto__: null, kind: "any" };
  }
  const last = text[text.length - 1];
  const isQuoted = text.length > 1 && (text[0] === '"' || text[0] === "'") && last === text[0];
  const body = isQuoted ? native.slice(text, 1, -1) : text;
  if (isQuoted || text[0] === "/") {
    if (body === "") {
      return { __proto__: null, kind: "same", value: "" };
    }
    const pattern = readPattern(body, dialect, false);
    return pattern === null ? null : { __proto__: null, kind: "text", pattern };
  }
  if (text === "undefined") {
    return { __proto__: null, kind: "same", value: undefined };
  }
  try {
    return { __proto__: null, kind: dialect === "adguard" ? "part" : "same", value: native.parse(text) };
  } catch {
    return { __proto__: null, kind: "text", pattern: readPattern(text, dialect, false) };
  }
}

function haveSigns(signs, given) {
  for (let i = 0; i < signs.length; i += 1) {
    const sign = signs[i];
    if (sign.kind === "text" && !(typeof given[i] === "string" && patternMatches(sign.pattern, given[i]))) {
      return false;
    }
    if ((sign.kind === "same" || sign.kind === "part") && !isSameJSON(sign.value, given[i], sign.kind === "part")) {
      return false;
    }
  }
  return true;
}

/**
 * Returns whether a value contains everything that the JSON contains. The elements of a list can be anywhere
 * in the value.
 * @param {boolean} isPart whether a text inside an object need only be contained, as in AdGuard
 */
function isSameJSON(wanted, value, isPart, isWithin = false) {
  if (typeof wanted !== "object" || wanted === null) {
    return wanted === value || (isPart && isWithin && typeof wanted === "string" && typeof value === "string" && native.indexOf(value, wanted) !== -1);
  }
  if (typeof value !== "object" || value === null) {
    return false;
  }
  if (native.isArray(wanted)) {
    return native.isArray(value) && hasEach(wanted, value, isPart);
  }
  const keys = native.ownKeys(wanted);
  for (let i = 0; i < keys.length; i += 1) {
    if (!isSameJSON(wanted[keys[i]], value[keys[i]], isPart, true)) {
      return false;
    }
  }
  return true;
}

function hasEach(wanted, list, isPart) {
  for (let i = 0; i < wanted.length; i += 1) {
    let isThere = false;
    for (let k = 0; k < list.length && !isThere; k += 1) {
      isThere = isSameJSON(wanted[i], list[k], isPart, false);
    }
    if (!isThere) {
      return false;
    }
  }
  return true;
}
