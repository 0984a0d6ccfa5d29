// needs: natives.js traps.js abort.js
/** chain: whoever assigns it gets an error. */
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
