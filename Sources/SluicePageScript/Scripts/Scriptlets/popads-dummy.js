// needs: natives.js
// uBlock Origin: none
// AdGuard: none
// names in AdGuard: set-popads-dummy
/** Defines PopAds and popns as empty objects that cannot be replaced. */
function scriptlet_popads_dummy(tools, args) {
  for (const key of ["PopAds", "popns"]) {
    const old = native.descriptor(window, key);
    if (old === undefined || old.configurable) {
      native.define(window, key, { __proto__: null, value: {}, writable: false, enumerable: false, configurable: false });
    }
  }
}
