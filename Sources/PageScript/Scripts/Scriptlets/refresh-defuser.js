// needs: natives.js natives-document.js natives-elements.js run-at.js
// world: isolated
/**
 * [delay in seconds]: a meta element does not load another page. WebKit's `stop()` leaves what it has planned; another navigation takes
 * its place, one that leads nowhere.
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
