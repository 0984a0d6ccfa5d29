// needs: natives.js patterns.js chains.js options.js stack.js
// uBlock Origin: chain, pattern, replacement; condition, encoding
// AdGuard: chain, pattern, replacement, encoding, stack
// required: 1
// not read: AdGuard: the log
/**
 * Arguments: chain of a function, pattern, replacement[, uBlock: `condition`, pattern, `encoding`, base64;
 * AdGuard: base64, stack]. Replaces text in the function's return value.
 */
function scriptlet_trusted_replace_outbound_text(tools, args) {
  const isAdGuard = tools.dialect === "adguard";
  const options = isAdGuard ? { __proto__: null, encoding: args[3], stack: args[4] } : readOptions(args, 3);
  const pattern = readPattern(args[1] ?? "", tools.dialect, false);
  const condition = readPattern(native.String(options.condition ?? ""), tools.dialect, false);
  const stack = options.stack ? readPattern(options.stack, tools.dialect, true) : null;
  const replacement = args[2] ?? "";
  if (pattern === null || pattern.text === "" || condition === null) {
    return;
  }
  const isEncoded = options.encoding === "base64";
  const encode = native.bind(btoa, window);
  const decode = native.bind(atob, window);
  changeReturned(args[0] ?? "", (value) => {
    if (typeof value !== "string" || (stack !== null && !patternMatches(stack, callerStack()))) {
      return value;
    }
    try {
      const text = isEncoded ? decode(value) : value;
      const made = patternMatches(condition, text) ? replacePattern(pattern, text, replacement) : text;
      return made === text ? value : isEncoded ? encode(made) : made;
    } catch {
      // The text does not have this encoding, or cannot have it.
      return value;
    }
  });
}
