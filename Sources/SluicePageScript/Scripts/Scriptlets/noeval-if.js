// needs: natives.js masks.js patterns.js
// uBlock Origin: text
// AdGuard: text
// names in uBlock Origin: prevent-eval-if
// names in AdGuard: prevent-eval-if
/** Arguments: pattern. Prevents the evaluation of matching texts. */
function scriptlet_noeval_if(tools, args) {
  const pattern = readPattern(args[0] ?? "", tools.dialect, false);
  if (pattern === null) {
    return;
  }
  replaceMethod(window, "eval", (original) => ({
    eval(text) {
      if (typeof text === "string" && patternMatches(pattern, text)) {
        return undefined;
      }
      return native.apply(original, this, arguments);
    },
  }.eval));
}
