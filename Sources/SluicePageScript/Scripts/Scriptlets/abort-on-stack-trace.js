// needs: natives.js natives-document.js natives-scripts.js traps.js abort.js patterns.js stack.js
// uBlock Origin: chain, stack
// AdGuard: chain, stack
// required: 1
// names in uBlock Origin: aost
/**
 * Arguments: chain, stack. Throws an error when a script with a matching stack reads or assigns the property.
 */
function scriptlet_abort_on_stack_trace(tools, args) {
  const chain = args[0] ?? "";
  const stack = readPattern(args[1] ?? "", tools.dialect, true);
  if (chain === "" || stack === null) {
    return;
  }
  frameless.addressOfScript = () => {
    const script = native.currentScript(document);
    try {
      return script === null ? null : native.scriptSource(script);
    } catch {
      // The script is in an SVG.
      return "";
    }
  };
  const checked = (value, key) => {
    if (patternMatches(stack, callerStack())) {
      throw abortError(key);
    }
    return value;
  };
  trapChain(window, chain, (owner, key) => {
    trapProperty(owner, key, {
      __proto__: null,
      get: (value) => checked(value, key),
      set: (value) => checked(value, key),
    }, true);
  });
}
