// needs: natives.js masks.js
// uBlock Origin: none
/** Makes `alert` show nothing. */
function scriptlet_alert_buster(tools, args) {
  replaceMethod(window, "alert", () => ({
    alert() {
      return undefined;
    },
  }.alert));
}
