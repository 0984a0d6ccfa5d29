// needs: natives.js parsed-json.js json-pruning.js patterns.js stack.js options.js
// uBlock Origin: paths, needed paths, stack; stackToMatch
// AdGuard: paths, needed paths, stack, mode
// not read: `verbose`
// names in AdGuard: json-edit, abp-json-prune
/**
 * Arguments: paths[, needed paths[, stack]]. Deletes the paths from the results of JSON.parse and
 * Response.json.
 */
function scriptlet_json_prune(tools, args) {
  const prune = readPruning(args[0] ?? "", args[1] ?? "", args, tools.dialect);
  const isNamed = args[2] === "stackToMatch";
  const stack = readIgnorablePattern(native.String((isNamed ? args[3] : args[2]) ?? ""), tools.dialect, true);
  if (prune === null || stack === null) {
    return;
  }
  changeParsedJSON((value) => (stack.text === "" || patternMatches(stack, callerStack()) ? prune(value) : undefined));
}
