// needs: replaced-answers.js
/** Arguments: pattern, replacement[, requests]. Replaces text in responses to fetch. */
function scriptlet_trusted_replace_fetch_response(tools, args) {
  replaceAnswers("fetch", tools, args);
}
