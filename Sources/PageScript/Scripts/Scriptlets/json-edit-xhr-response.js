// needs: edited-json.js
/** edit[, `propsToMatch`, requests]: what it leads to is removed in answers of XMLHttpRequest. */
function scriptlet_json_edit_xhr_response(tools, args) {
  editJSONAnswers("xhr", tools, args, false, false);
}
