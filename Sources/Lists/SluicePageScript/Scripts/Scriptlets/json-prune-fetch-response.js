// needs: json-answers.js
/** Arguments: paths, needed paths[, requests[, stack]]. Deletes the paths from responses to fetch. */
function scriptlet_json_prune_fetch_response(tools, args) {
  pruneJSONAnswers("fetch", tools, args);
}
