// needs: natives.js lists.js answers.js request-rules.js patterns.js
/**
 * Changes the responses to requests whose address matches.
 * @param {TextPattern} pattern @param {function(string): string} change
 */
function changeAnswersOf(pattern, change) {
  const rules = newList();
  push(rules, { __proto__: null, name: "url", pattern });
  changeAnswers("both", rules, null, change);
}
