// needs: json-answers.js
/**
 * Arguments: paths, needed paths[, requests[, stack]]. Deletes the paths from responses to XMLHttpRequest.
 */
function scriptlet_json_prune_xhr_response(tools, args) {
  pruneJSONAnswers("xhr", tools, args);
}
