// needs: natives.js natives-document.js patterns.js
// uBlock Origin: address
// AdGuard: address
/**
 * Arguments: pattern (uBlock: `!`), or `location.href`. Prevents scripts from navigating to matching
 * addresses. Requires WebKit's Navigation API (Safari 26.2).
 */
function scriptlet_prevent_navigation(tools, args) {
  const isAdGuard = tools.dialect === "adguard";
  const source = args[0] ?? "";
  const isOwn = source === "location.href";
  const pattern = isOwn ? readPattern("", tools.dialect, false) : readPattern(source, tools.dialect, !isAdGuard);
  const { navigation } = window;
  if (source === "" || pattern === null || navigation === undefined) {
    return;
  }
  const addressOf = typeof NavigationDestination === "function" ? native.getter(NavigationDestination.prototype, "url") : (destination) => destination.url;
  native.listen(navigation, "navigate", (event) => {
    const address = addressOf(event.destination);
    const isMeant = isOwn ? address === location.href : patternMatches(pattern, address);
    if (isMeant && (isAdGuard || !event.userInitiated)) {
      native.preventDefault(event);
    }
  });
}
