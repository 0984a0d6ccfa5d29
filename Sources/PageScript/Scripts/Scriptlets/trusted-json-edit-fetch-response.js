// needs: edited-json.js
/** edit[, `propsToMatch`, requests]: as json-edit-fetch-response, and it may set values. */
function scriptlet_trusted_json_edit_fetch_response(tools, args) {
  editJSONAnswers("fetch", tools, args, true, false);
}
