// needs: edited-json.js
// uBlock Origin: edit; propsToMatch
/** Arguments: edit[, `propsToMatch`, requests]. Like jsonl-edit-xhr-response, but can also set values. */
function scriptlet_trusted_jsonl_edit_xhr_response(tools, args) {
  editJSONAnswers("xhr", tools, args, true, true);
}
