// needs: natives.js traps.js abort.js
// uBlock Origin: chain
// AdGuard: chain
// required: 1
// names in uBlock Origin: aopr
// names in AdGuard: abp-abort-on-property-read
/** Arguments: chain. Throws an error when a script reads the property. */
function scriptlet_abort_on_property_read(tools, args) {
  const chain = args[0] ?? "";
  trapChain(window, chain, (owner, key) => {
    trapProperty(owner, key, {
      __proto__: null,
      get: () => {
        throw abortError(key);
      },
      set: null,
      keeps: "none",
    }, isThere(owner, key));
  });
}
