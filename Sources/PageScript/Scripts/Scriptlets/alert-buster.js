// needs: natives.js masks.js
/** alert shows nothing. */
function scriptlet_alert_buster(tools, args) {
  replaceMethod(window, "alert", () => ({
    alert() {
      return undefined;
    },
  }.alert));
}
