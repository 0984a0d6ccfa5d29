// needs: edited-requests.js
// uBlock Origin: edit; propsToMatch
// required: 1
// not read: the body of a `Request`
/** Arguments: edit[, `propsToMatch`, requests]. Like json-edit-fetch-request, but can also set values. */
function scriptlet_trusted_json_edit_fetch_request(tools, args) {
  editJSONRequests("fetch", tools, args, true);
}
