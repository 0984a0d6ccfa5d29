// needs: natives.js patterns.js
// world: isolated
// uBlock Origin: path
// AdGuard: path
// names in uBlock Origin: window-close-if
/**
 * Arguments: [path and query]. Closes the window. In uBlock Origin, a text must equal the path and query, and
 * a regex is matched against the whole address. In AdGuard, both are matched against a part of the path and
 * query.
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
