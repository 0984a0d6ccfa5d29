// needs: edited-json.js
// uBlock Origin: edit; propsToMatch
/** Arguments: edit[, `propsToMatch`, requests]. Like jsonl-edit-fetch-response, but can also set values. */
function scriptlet_trusted_jsonl_edit_fetch_response(tools, args) {
  editJSONAnswers("fetch", tools, args, true, true);
}
