// needs: edited-json.js
// uBlock Origin: edit; propsToMatch
// required: 1
/**
 * Arguments: edit[, `propsToMatch`, requests]. Removes the selected values from responses to XMLHttpRequest.
 */
function scriptlet_json_edit_xhr_response(tools, args) {
  editJSONAnswers("xhr", tools, args, false, false);
}
