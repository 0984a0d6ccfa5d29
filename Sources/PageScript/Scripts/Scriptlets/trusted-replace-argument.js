// needs: natives.js patterns.js masks.js chains.js options.js trusted-constants.js
/** chain of a function, position, value (`json:…`, `repl:/pattern/replacement/`, a word)[, `condition`, pattern]. */
function scriptlet_trusted_replace_argument(tools, args) {
  const position = native.Number(args[1] ? args[1] : NaN);
  const make = readArgumentChange(args[2] ?? "", tools.dialect);
  const options = readOptions(args, 3);
  const condition = readPattern(native.String(options.condition ?? ""), tools.dialect, false);
  if (!(position >= 0) || make === null || condition === null) {
    return;
  }
  replaceAtChain(args[0] ?? "", (original) => ({
    replaced() {
      if (position < arguments.length && isArgument(condition, arguments[position])) {
        arguments[position] = make(arguments[position]);
      }
      return native.apply(original, this, arguments);
    },
  }.replaced));
}

/** Whether an argument's text has a pattern. */
function isArgument(pattern, value) {
  if (pattern.text === "") {
    return true;
  }
  try {
    return patternMatches(pattern, typeof value === "function" ? native.functionText(value) : native.String(value));
  } catch {
    return false;
  }
}

/** @param {string} text @returns {(function(any): any) | null} */
function readArgumentChange(text, dialect) {
  if (native.startsWith(text, "repl:/")) {
    const body = native.slice(text, 5);
    const end = native.lastIndexOf(body, "/");
    const middle = native.lastIndexOf(body, "/", end - 1);
    if (middle < 2) {
      return null;
    }
    const pattern = readPattern(native.slice(body, 0, middle + 1) + native.slice(body, end + 1), dialect, false);
    const replacement = native.slice(body, middle + 1, end);
    return pattern === null ? null : (value) => (typeof value === "string" ? replacePattern(pattern, value, replacement) : value);
  }
  const found = readTrustedConstant(text, dialect);
  return found === null ? null : () => found.value;
}
