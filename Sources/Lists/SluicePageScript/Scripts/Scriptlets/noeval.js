// needs: natives.js masks.js
/** Makes `eval` do nothing. */
function scriptlet_noeval(tools, args) {
  replaceMethod(window, "eval", () => ({
    eval() {
      return undefined;
    },
  }.eval));
}
