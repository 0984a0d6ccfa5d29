// needs: edited-requests.js
/** edit[, `propsToMatch`, requests]: as json-edit-xhr-request, and it may set values. */
function scriptlet_trusted_json_edit_xhr_request(tools, args) {
  editJSONRequests("xhr", tools, args, true);
}
