// needs: natives.js chains.js
// uBlock Origin: chain
// AdGuard: chain
// required: 1
/** Arguments: chain of a function. Makes the function return undefined instead of throwing an error. */
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
