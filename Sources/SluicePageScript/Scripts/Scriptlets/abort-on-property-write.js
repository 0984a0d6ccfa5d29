// needs: natives.js traps.js abort.js
// uBlock Origin: chain
// AdGuard: chain
// required: 1
// names in uBlock Origin: aopw
// names in AdGuard: abp-abort-on-property-write
/** Arguments: chain. Throws an error when a script assigns the property. */
function scriptlet_abort_on_property_write(tools, args) {
  const chain = args[0] ?? "";
  trapChain(window, chain, (owner, key) => {
    trapProperty(owner, key, {
      __proto__: null,
      get: () => undefined,
      set: () => {
        throw abortError(key);
      },
    }, isThere(owner, key));
  });
}
