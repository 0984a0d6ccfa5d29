// needs: natives.js patterns.js
// world: isolated
/**
 * [path and query]: the window is closed. In uBlock Origin a text is all of it, and a regex is of the whole address; in AdGuard both are found in it.
 */
function scriptlet_close_window(tools, args) {
  const pattern = readPattern(args[0] ?? "", tools.dialect, false);
  if (pattern === null) {
    return;
  }
  const place = window.location;
  const path = place.pathname + place.search;
  const isMeant = tools.dialect === "adguard" ? patternMatches(pattern, path)
    : pattern.regex === null ? patternIs(pattern, path) : patternMatches(pattern, place.href);
  if (isMeant) {
    window.close();
  }
}
