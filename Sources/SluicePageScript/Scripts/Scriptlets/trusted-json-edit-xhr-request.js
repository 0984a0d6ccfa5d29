// needs: edited-requests.js
// uBlock Origin: edit; propsToMatch
// required: 1
/** Arguments: edit[, `propsToMatch`, requests]. Like json-edit-xhr-request, but can also set values. */
function scriptlet_trusted_json_edit_xhr_request(tools, args) {
  editJSONRequests("xhr", tools, args, true);
}
