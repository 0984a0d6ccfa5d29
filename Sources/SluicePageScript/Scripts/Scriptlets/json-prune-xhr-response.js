// needs: json-answers.js
// uBlock Origin: paths, needed paths; propsToMatch, stackToMatch
// AdGuard: paths, needed paths, requests, stack, mode
// not read: `verbose`
// names in AdGuard: json-edit-xhr-response
/**
 * Arguments: paths, needed paths[, requests[, stack]]. Deletes the paths from responses to XMLHttpRequest.
 */
function scriptlet_json_prune_xhr_response(tools, args) {
  pruneJSONAnswers("xhr", tools, args);
}
