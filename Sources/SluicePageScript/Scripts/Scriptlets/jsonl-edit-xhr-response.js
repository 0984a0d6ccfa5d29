// needs: edited-json.js
// uBlock Origin: edit; propsToMatch
// required: 1
/**
 * Arguments: edit[, `propsToMatch`, requests]. Like json-edit-xhr-response, but each line of the response is
 * separate JSON.
 */
function scriptlet_jsonl_edit_xhr_response(tools, args) {
  editJSONAnswers("xhr", tools, args, false, true);
}
