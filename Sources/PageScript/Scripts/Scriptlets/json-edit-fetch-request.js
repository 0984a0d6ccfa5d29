// needs: edited-requests.js
/** edit[, `propsToMatch`, requests]: what it leads to is removed in what fetch sends. */
function scriptlet_json_edit_fetch_request(tools, args) {
  editJSONRequests("fetch", tools, args, false);
}
