// needs: natives.js parsed-json.js json-paths.js patterns.js stack.js
/** paths[, needed paths[, stack]]: deleted in what JSON.parse and Response.json return. */
function scriptlet_json_prune(tools, args) {
  const paths = readJSONPaths(args[0] ?? "");
  const needed = readJSONPaths(args[1] ?? "");
  const stackText = args[2] ?? "";
  const stack = stackText === "" ? null : readPattern(stackText, tools.dialect, true);
  if (paths.length === 0 || (stackText !== "" && stack === null)) {
    return;
  }
  const isMeant = () => stack === null || patternMatches(stack, callerStack());
  changeParsedJSON((value) => isMeant() && pruneJSON(value, paths, needed));
}
