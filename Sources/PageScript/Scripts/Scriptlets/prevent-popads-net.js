// needs: natives.js traps.js abort.js
/** Whoever assigns PopAds or popns gets an error. */
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
