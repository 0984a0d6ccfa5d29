// needs: natives.js natives-language.js patterns.js chains.js options.js stack.js trusted-constants.js
// uBlock Origin: chain, position, value; condition
// AdGuard: chain, position, value, condition, stack
// required: 1
// not read: `verbose`
/**
 * Arguments: chain of a function, position (uBlock: from the end if negative, or `this`), value (`json:…`, a
 * word, uBlock: `repl:/pattern/replacement/`, AdGuard: `replace:/pattern/replacement/` or any text)[, uBlock:
 * `condition`, pattern; AdGuard: pattern, stack]. Replaces the argument.
 */
function scriptlet_trusted_replace_argument(tools, args) {
  const isAdGuard = tools.dialect === "adguard";
  const isReceiver = !isAdGuard && args[1] === "this";
  const position = native.Number(args[1] ? args[1] : NaN);
  const options = isAdGuard ? { __proto__: null, condition: args[3], stack: args[4] } : readOptions(args, 3);
  const make = readArgumentChange(args[2] ?? "", tools.dialect);
  const condition = readPattern(native.String(options.condition ?? ""), tools.dialect, false);
  const stack = isAdGuard && options.stack ? readPattern(options.stack, tools.dialect, true) : null;
  const isPosition = isInteger(args[1] ?? "") && (!isAdGuard || position >= 0);
  if (!(isReceiver || isPosition) || make === null || condition === null) {
    return;
  }
  const isMeant = (value) => isArgument(condition, value) && (stack === null || patternMatches(stack, callerStack()));
  const changed = (list) => {
    const at = position < 0 ? list.length + position : position;
    if (at >= 0 && at < list.length && isMeant(list[at])) {
      list[at] = make(list[at]);
    }
    return list;
  };
  replaceAtChain(args[0] ?? "", (original) => ({
    replaced() {
      if (isReceiver) {
        return native.apply(original, isMeant(this) ? make(this) : this, arguments);
      }
      return native.apply(original, this, changed(arguments));
    },
  }.replaced));
}

/** Returns whether a pattern matches the text of an argument or, for a plain object, its JSON. */
function isArgument(pattern, value) {
  if (pattern.text === "") {
    return true;
  }
  try {
    if (patternMatches(pattern, typeof value === "function" ? native.functionText(value) : native.String(value))) {
      return true;
    }
    return typeof value === "object" && value !== null && patternMatches(pattern, native.stringify(value));
  } catch {
    return false;
  }
}

/** @param {string} text @returns {(function(any): any) | null} */
function readArgumentChange(text, dialect) {
  const word = dialect === "adguard" ? "replace:" : "repl:";
  if (native.startsWith(text, word + "/")) {
    const body = native.slice(text, word.length);
    const end = native.lastIndexOf(body, "/");
    const middle = endOfPattern(body);
    if (middle < 2 || middle >= end) {
      return null;
    }
    const pattern = readPattern(native.slice(body, 0, middle + 1) + native.slice(body, end + 1), dialect, false);
    const replacement = withoutEscapes(native.slice(body, middle + 1, end));
    return pattern === null || pattern.regex === null ? null : (value) => replacedText(pattern, value, replacement, dialect === "adguard");
  }
  // In AdGuard, numbers and quotes are text.
  const isText = dialect === "adguard" && !native.startsWith(text, "json:");
  const found = isText ? (isInteger(text) ? null : readConstant(text, dialect)) ?? constant(text) : readTrustedConstant(text, dialect);
  return found === null ? null : () => found.value;
}

/** Returns a text in which `/` replaces `\\/`. @param {string} text */
function withoutEscapes(text) {
  let made = "";
  for (let i = 0; i < text.length; i += 1) {
    i += text[i] === "\\" && text[i + 1] === "/" ? 1 : 0;
    made += text[i];
  }
  return made;
}

/**
 * Replaces a pattern in a text. Other values are returned unchanged or, with `isOfAny`, as their text if the
 * pattern matches it.
 */
function replacedText(pattern, value, replacement, isOfAny) {
  if (typeof value === "string") {
    return replacePattern(pattern, value, replacement);
  }
  if (!isOfAny) {
    return value;
  }
  try {
    const text = typeof value === "function" ? native.functionText(value) : native.String(value);
    return patternMatches(pattern, text) ? replacePattern(pattern, text, replacement) : value;
  } catch {
    return value;
  }
}
