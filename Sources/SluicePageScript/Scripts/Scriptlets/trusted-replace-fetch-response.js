// needs: replaced-answers.js
// uBlock Origin: pattern, replacement, requests; includes
// AdGuard: pattern, replacement, requests
// not read: `verbose`
// names in uBlock Origin: trusted-rpfr
/** Arguments: pattern, replacement[, requests]. Replaces text in responses to fetch. */
function scriptlet_trusted_replace_fetch_response(tools, args) {
  replaceAnswers("fetch", tools, args);
}
