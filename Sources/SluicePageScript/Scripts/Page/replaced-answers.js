// needs: natives.js answers.js request-rules.js patterns.js options.js
/**
 * Arguments: pattern, replacement[, requests[, uBlock: `includes`, pattern that the response must contain]].
 * Replaces text in responses. Without a pattern, nothing happens. `*` matches the entire text.
 * @param {"fetch" | "xhr"} kind
 */
function replaceAnswers(kind, tools, args) {
  const isAll = args[0] === "*";
  const pattern = readPattern(args[0] ?? "", tools.dialect, false);
  const rules = readRequestRules(args[2] ?? "", tools.dialect);
  const replacement = args[1] ?? "";
  const options = tools.dialect === "ublock" ? readOptions(args, 3) : { __proto__: null };
  const includes = readPattern(native.String(options.includes ?? ""), tools.dialect, false);
  if (pattern === null || rules === null || includes === null || (args[0] ?? "") === "") {
    return;
  }
  const made = (text) => (isAll ? replacement : replacePattern(pattern, text, replacement));
  changeAnswers(kind, rules, null, (text) => (patternMatches(includes, text) ? made(text) : text));
}
