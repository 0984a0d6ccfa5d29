// needs: edited-json.js
// uBlock Origin: edit; propsToMatch
// required: 1
/** Arguments: edit[, `propsToMatch`, requests]. Removes the selected values from responses to fetch. */
function scriptlet_json_edit_fetch_response(tools, args) {
  editJSONAnswers("fetch", tools, args, false, false);
}
