// needs: edited-requests.js
/** Arguments: edit[, `propsToMatch`, requests]. Like json-edit-fetch-request, but can also set values. */
function scriptlet_trusted_json_edit_fetch_request(tools, args) {
  editJSONRequests("fetch", tools, args, true);
}
