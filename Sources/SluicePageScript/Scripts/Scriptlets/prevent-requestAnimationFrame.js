// needs: natives.js patterns.js timers.js
// uBlock Origin: text
// AdGuard: text
// names in uBlock Origin: norafif, no-requestAnimationFrame-if
/** Arguments: pattern (`!`). Makes matching callbacks do nothing. */
function scriptlet_prevent_requestAnimationFrame(tools, args) {
  const pattern = readIgnorablePattern(args[0] ?? "", tools.dialect, true);
  if (pattern === null || (args[0] ?? "") === "") {
    return;
  }
  addTimerCheck("requestAnimationFrame", (text) =>
    patternMatches(pattern, text) ? { __proto__: null, drop: true } : undefined);
}
