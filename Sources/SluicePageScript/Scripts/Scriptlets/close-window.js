// needs: natives.js patterns.js
// world: isolated
// uBlock Origin: path
// AdGuard: path
// names in uBlock Origin: window-close-if
/**
 * Arguments: [path and query]. Closes the window. A text must be a part of the path and query. A regex is
 * matched against the whole address in uBlock Origin, and against the path and query in AdGuard.
 */
function scriptlet_close_window(tools, args) {
  const pattern = readPattern(args[0] ?? "", tools.dialect, false);
  if (pattern === null) {
    return;
  }
  const place = window.location;
  const isOfPath = tools.dialect === "adguard" || pattern.regex === null;
  if (patternMatches(pattern, isOfPath ? place.pathname + place.search : place.href)) {
    window.close();
  }
}
