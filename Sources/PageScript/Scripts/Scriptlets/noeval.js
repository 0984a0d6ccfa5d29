// needs: natives.js masks.js
/** eval does nothing. */
function scriptlet_noeval(tools, args) {
  replaceMethod(window, "eval", () => ({
    eval() {
      return undefined;
    },
  }.eval));
}
