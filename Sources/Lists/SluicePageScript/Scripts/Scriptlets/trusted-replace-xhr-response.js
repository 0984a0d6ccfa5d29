// needs: replaced-answers.js
/** Arguments: pattern, replacement[, requests]. Replaces text in responses to XMLHttpRequest. */
function scriptlet_trusted_replace_xhr_response(tools, args) {
  replaceAnswers("xhr", tools, args);
}
