// needs: json-answers.js
// uBlock Origin: paths, needed paths; propsToMatch, stackToMatch
// AdGuard: paths, needed paths, requests, stack, mode
// not read: `verbose`
// names in AdGuard: json-edit-fetch-response
/** Arguments: paths, needed paths[, requests[, stack]]. Deletes the paths from responses to fetch. */
function scriptlet_json_prune_fetch_response(tools, args) {
  pruneJSONAnswers("fetch", tools, args);
}
