// needs: edited-json.js
/** edit[, `propsToMatch`, requests]: what it leads to is removed in answers of fetch. */
function scriptlet_json_edit_fetch_response(tools, args) {
  editJSONAnswers("fetch", tools, args, false, false);
}
