// needs: natives.js traps.js abort.js
// uBlock Origin: none
// AdGuard: none
// names in uBlock Origin: popads.net
/** Throws an error when a script assigns PopAds or popns. */
function scriptlet_prevent_popads_net(tools, args) {
  for (const key of ["PopAds", "popns"]) {
    trapProperty(window, key, {
      __proto__: null,
      get: null,
      set: () => {
        throw abortError(key);
      },
    }, isThere(window, key));
  }
}
