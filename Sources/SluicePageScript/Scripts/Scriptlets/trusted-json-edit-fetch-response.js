// needs: edited-json.js
// uBlock Origin: edit; propsToMatch
// required: 1
/** Arguments: edit[, `propsToMatch`, requests]. Like json-edit-fetch-response, but can also set values. */
function scriptlet_trusted_json_edit_fetch_response(tools, args) {
  editJSONAnswers("fetch", tools, args, true, false);
}
