// needs: natives.js answers.js request-rules.js patterns.js
/**
 * Changes the responses to requests whose address matches.
 * @param {string} url @param {function(string): string} change
 */
function changeAnswersOf(url, tools, change) {
  const pattern = readPattern(url, tools.dialect, false);
  if (pattern === null) {
    return;
  }
  const rules = newList();
  push(rules, { __proto__: null, name: "url", pattern });
  changeAnswers("both", rules, null, change);
}
