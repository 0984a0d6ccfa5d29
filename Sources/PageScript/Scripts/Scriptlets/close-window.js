// needs: natives.js patterns.js
// world: isolated
/** [text of path and query, or regex of the address]: the window is closed. */
function scriptlet_close_window(tools, args) {
  const pattern = readPattern(args[0] ?? "", tools.dialect, false);
  if (pattern === null) {
    return;
  }
  const place = window.location;
  if (patternMatches(pattern, pattern.regex === null ? place.pathname + place.search : place.href)) {
    window.close();
  }
}
