// needs: replaced-answers.js
// uBlock Origin: pattern, replacement, requests; includes
// AdGuard: pattern, replacement, requests
// not read: `verbose`
/** Arguments: pattern, replacement[, requests]. Replaces text in responses to XMLHttpRequest. */
function scriptlet_trusted_replace_xhr_response(tools, args) {
  replaceAnswers("xhr", tools, args);
}
