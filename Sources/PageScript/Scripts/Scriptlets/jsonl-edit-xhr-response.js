// needs: edited-json.js
/** edit[, `propsToMatch`, requests]: as json-edit-xhr-response, where each line of the answer is JSON of its own. */
function scriptlet_jsonl_edit_xhr_response(tools, args) {
  editJSONAnswers("xhr", tools, args, false, true);
}
