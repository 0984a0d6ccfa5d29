// needs: natives.js chains.js
/** chain of a function: where it would throw it returns nothing. */
function scriptlet_call_nothrow(tools, args) {
  replaceAtChain(args[0] ?? "", (original) => ({
    called() {
      try {
        return native.apply(original, this, arguments);
      } catch {
        return undefined;
      }
    },
  }.called));
}
