// needs: natives.js answers.js request-rules.js patterns.js
/**
 * Arguments: pattern, replacement[, requests]. Replaces text in responses. Without a pattern, nothing
 * happens. `*` matches the entire text.
 * @param {"fetch" | "xhr"} kind
 */
function replaceAnswers(kind, tools, args) {
  const isAll = args[0] === "*";
  const pattern = readPattern(args[0] ?? "", tools.dialect, false);
  const rules = readRequestRules(args[2] ?? "", tools.dialect);
  const replacement = args[1] ?? "";
  if (pattern === null || rules === null || (args[0] ?? "") === "") {
    return;
  }
  changeAnswers(kind, rules, null, (text) => (isAll ? replacement : replacePattern(pattern, text, replacement)));
}
