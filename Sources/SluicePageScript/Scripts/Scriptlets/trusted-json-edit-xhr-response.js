// needs: edited-json.js
// uBlock Origin: edit; propsToMatch
// required: 1
/** Arguments: edit[, `propsToMatch`, requests]. Like json-edit-xhr-response, but can also set values. */
function scriptlet_trusted_json_edit_xhr_response(tools, args) {
  editJSONAnswers("xhr", tools, args, true, false);
}
