// needs: edited-json.js
/** edit[, `propsToMatch`, requests]: as json-edit-xhr-response, and it may set values. */
function scriptlet_trusted_json_edit_xhr_response(tools, args) {
  editJSONAnswers("xhr", tools, args, true, false);
}
