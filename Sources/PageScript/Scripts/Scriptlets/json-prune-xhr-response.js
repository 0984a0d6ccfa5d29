// needs: json-answers.js
/** paths, needed paths[, requests[, stack]]: deleted in answers of XMLHttpRequest. */
function scriptlet_json_prune_xhr_response(tools, args) {
  pruneJSONAnswers("xhr", tools, args);
}
