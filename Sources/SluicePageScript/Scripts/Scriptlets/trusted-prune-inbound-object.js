// needs: natives.js chains.js json-pruning.js options.js patterns.js stack.js
// uBlock Origin: chain, paths, needed paths; stackToMatch
// AdGuard: chain, paths, needed paths, stack
// required: 1
/**
 * Arguments: chain of a function[, paths[, needed paths[, stack]]]. Deletes the paths from the object that
 * the function is called with.
 */
function scriptlet_trusted_prune_inbound_object(tools, args) {
  const prune = readPruning(args[1] ?? "", args[2] ?? "", args, tools.dialect);
  const given = tools.dialect === "adguard" ? args[3] : readOptions(args, 3).stackToMatch;
  const stack = readIgnorablePattern(native.String(given ?? ""), tools.dialect, true);
  if (prune === null || stack === null) {
    return;
  }
  replaceAtChain(args[0] ?? "", (original) => ({
    pruned(value) {
      if (typeof value === "object" && value !== null && (stack.text === "" || patternMatches(stack, callerStack()))) {
        try {
          prune(value);
        } catch {
          // The object cannot be changed.
        }
      }
      return native.apply(original, this, arguments);
    },
  }.pruned));
}
