// needs: natives.js answers.js json-pruning.js request-rules.js options.js
/**
 * Arguments: paths, needed paths, followed by `propsToMatch` and `stackToMatch` by name or in this order.
 * Deletes the paths from responses.
 * @param {"fetch" | "xhr"} kind
 */
function pruneJSONAnswers(kind, tools, args) {
  const isNamed = args[2] === "propsToMatch" || args[2] === "stackToMatch";
  const options = isNamed ? readOptions(args, 2) : { __proto__: null, propsToMatch: args[2], stackToMatch: args[3] };
  const rules = readRequestRules(native.String(options.propsToMatch ?? ""), tools.dialect);
  const stack = readIgnorablePattern(native.String(options.stackToMatch ?? ""), tools.dialect, true);
  const prune = readPruning(args[0] ?? "", args[1] ?? "", args, tools.dialect);
  if (rules === null || prune === null || stack === null) {
    return;
  }
  changeAnswers(kind, rules, stack.text === "" ? null : stack, (text) => {
    const made = prune(native.parse(text));
    return made === undefined ? text : native.stringify(made);
  });
}
