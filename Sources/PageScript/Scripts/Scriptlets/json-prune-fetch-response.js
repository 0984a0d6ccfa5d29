// needs: json-answers.js
/** paths, needed paths[, requests[, stack]]: deleted in answers of fetch. */
function scriptlet_json_prune_fetch_response(tools, args) {
  pruneJSONAnswers("fetch", tools, args);
}
