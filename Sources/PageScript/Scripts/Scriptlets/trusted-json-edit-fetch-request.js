// needs: edited-requests.js
/** edit[, `propsToMatch`, requests]: as json-edit-fetch-request, and it may set values. */
function scriptlet_trusted_json_edit_fetch_request(tools, args) {
  editJSONRequests("fetch", tools, args, true);
}
