// needs: natives.js masks.js
// uBlock Origin: none
// AdGuard: none
// names in uBlock Origin: silent-noeval
/** Makes `eval` do nothing. */
function scriptlet_noeval(tools, args) {
  replaceMethod(window, "eval", () => ({
    eval() {
      return undefined;
    },
  }.eval));
}
