// needs: natives.js run-at.js
// world: isolated
/** [delay in seconds]: the page's loading stops before a meta element would load another. */
function scriptlet_refresh_defuser(tools, args) {
  runAt("interactive", () => {
    const meta = native.query(document, 'meta[http-equiv="refresh" i][content]');
    if (meta === null) {
      return;
    }
    const given = args[0] ?? "";
    const seconds = given === "" ? parseFloat(native.attribute(meta, "content") ?? "") : native.Number(given);
    const time = seconds > 0 ? seconds * 1000 - 500 : 0;
    native.setTimeout(() => window.stop(), time > 0 ? time : 0);
  });
}
