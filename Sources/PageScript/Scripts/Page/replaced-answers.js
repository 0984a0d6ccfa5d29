// needs: natives.js answers.js request-rules.js patterns.js
/**
 * pattern, replacement[, requests]: the text of answers is another. Without a pattern nothing happens; `*` is the whole text.
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
