// needs: edited-requests.js
/** edit[, `propsToMatch`, requests]: what it leads to is removed in what XMLHttpRequest sends. */
function scriptlet_json_edit_xhr_request(tools, args) {
  editJSONRequests("xhr", tools, args, false);
}
