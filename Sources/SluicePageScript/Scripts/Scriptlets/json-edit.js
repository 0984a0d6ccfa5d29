// needs: edited-json.js
// uBlock Origin: edit; matches
// required: 1
/**
 * Arguments: edit[, `matches`, pattern of the text]. Removes the selected values from the results of
 * JSON.parse and Response.json.
 */
function scriptlet_json_edit(tools, args) {
  editParsedJSON(args, false);
}
