// needs: replaced-answers.js
/** pattern, replacement[, requests]. */
function scriptlet_trusted_replace_xhr_response(tools, args) {
  replaceAnswers("xhr", tools, args);
}
