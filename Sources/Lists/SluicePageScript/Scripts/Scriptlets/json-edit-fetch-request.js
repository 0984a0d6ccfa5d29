// needs: edited-requests.js
/** Arguments: edit[, `propsToMatch`, requests]. Removes the selected values from requests of fetch. */
function scriptlet_json_edit_fetch_request(tools, args) {
  editJSONRequests("fetch", tools, args, false);
}
