// needs: natives.js masks.js timers.js
// uBlock Origin: none
// AdGuard: none
// names in uBlock Origin: bab-defuser, prevent-bab
// names in AdGuard: prevent-bab
/** Prevents BlockAdBlock, a script packed into eval or a timer that shows a message over the page. */
function scriptlet_nobab(tools, args) {
  const signs = [
    ["blockadblock"],
    ["babasbm"],
    ["getItem('babn')"],
    ["getElementById", "String.fromCharCode", "charAt", "DOMContentLoaded", "AdBlock", "addEventListener", "doScroll", "attachEvent", "head.appendChild", "sessionStorage"],
  ];
  const isMeant = (text) => {
    for (let i = 0; i < signs.length; i += 1) {
      let found = 0;
      for (let k = 0; k < signs[i].length; k += 1) {
        found += native.indexOf(text, signs[i][k]) === -1 ? 0 : 1;
      }
      if (found === signs[i].length || found > 7) {
        return true;
      }
    }
    return false;
  };
  replaceMethod(window, "eval", (original) => ({
    eval(text) {
      if (typeof text === "string" && isMeant(text)) {
        return undefined;
      }
      return native.apply(original, this, arguments);
    },
  }.eval));
  addTimerCheck("setTimeout", (text) =>
    native.indexOf(text, ".bab_elementid") !== -1 ? { __proto__: null, drop: true } : undefined);
}
