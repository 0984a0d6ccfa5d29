// needs: edited-requests.js
// uBlock Origin: edit; propsToMatch
// required: 1
/**
 * Arguments: edit[, `propsToMatch`, requests]. Removes the selected values from requests of XMLHttpRequest.
 */
function scriptlet_json_edit_xhr_request(tools, args) {
  editJSONRequests("xhr", tools, args, false);
}
