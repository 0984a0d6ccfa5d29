// needs: natives.js answers.js json-paths.js request-rules.js options.js
/**
 * paths, needed paths, then `propsToMatch` and `stackToMatch` by name, or in this order.
 * @param {"fetch" | "xhr"} kind
 */
function pruneJSONAnswers(kind, tools, args) {
  const isNamed = args[2] === "propsToMatch" || args[2] === "stackToMatch";
  const options = isNamed ? readOptions(args, 2) : { __proto__: null, propsToMatch: args[2], stackToMatch: args[3] };
  const rules = readRequestRules(native.String(options.propsToMatch ?? ""), tools.dialect);
  const stackText = native.String(options.stackToMatch ?? "");
  const stack = stackText === "" ? null : readPattern(stackText, tools.dialect, true);
  const paths = readJSONPaths(args[0] ?? "");
  const needed = readJSONPaths(args[1] ?? "");
  if (rules === null || paths.length === 0 || (stackText !== "" && stack === null)) {
    return;
  }
  changeAnswers(kind, rules, stack, (text) => {
    const value = native.parse(text);
    return pruneJSON(value, paths, needed) ? native.stringify(value) : text;
  });
}
