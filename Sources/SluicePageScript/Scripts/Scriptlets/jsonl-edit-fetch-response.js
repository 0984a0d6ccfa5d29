// needs: edited-json.js
// uBlock Origin: edit; propsToMatch
/**
 * Arguments: edit[, `propsToMatch`, requests]. Like json-edit-fetch-response, but each line of the response
 * is separate JSON.
 */
function scriptlet_jsonl_edit_fetch_response(tools, args) {
  editJSONAnswers("fetch", tools, args, false, true);
}
