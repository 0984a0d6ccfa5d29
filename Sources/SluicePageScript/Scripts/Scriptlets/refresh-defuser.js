// needs: natives.js natives-document.js natives-elements.js run-at.js
// world: isolated
// uBlock Origin: delay
// AdGuard: delay
// names in uBlock Origin: prevent-refresh
// names in AdGuard: prevent-refresh
/**
 * Arguments: [delay in seconds]. Prevents a meta element from loading another page. WebKit's `stop()` does
 * not cancel a scheduled load, so another navigation, which leads nowhere, replaces it.
 */
function scriptlet_refresh_defuser(tools, args) {
  runAt("interactive", () => {
    const meta = native.query(document, 'meta[http-equiv="refresh" i][content]');
    if (meta === null) {
      return;
    }
    const given = args[0] ?? "";
    const seconds = given === "" ? parseFloat(native.attribute(meta, "content") ?? "") : native.Number(given);
    const time = seconds > 0 ? seconds * 1000 - 500 : 0;
    native.setTimeout(() => {
      window.location.href = "javascript:void 0";
    }, time > 0 ? time : 0);
  });
}
