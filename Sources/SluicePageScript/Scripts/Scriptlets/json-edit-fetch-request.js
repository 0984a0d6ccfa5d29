// needs: edited-requests.js
// uBlock Origin: edit; propsToMatch
// required: 1
// not read: the body of a `Request`
/** Arguments: edit[, `propsToMatch`, requests]. Removes the selected values from requests of fetch. */
function scriptlet_json_edit_fetch_request(tools, args) {
  editJSONRequests("fetch", tools, args, false);
}
