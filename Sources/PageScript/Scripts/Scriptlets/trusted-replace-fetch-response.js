// needs: replaced-answers.js
/** pattern, replacement[, requests]. */
function scriptlet_trusted_replace_fetch_response(tools, args) {
  replaceAnswers("fetch", tools, args);
}
