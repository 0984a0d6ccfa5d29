// needs: edited-json.js
// uBlock Origin: edit; matches
// required: 1
/** Arguments: edit. Like json-edit, but can also set values. */
function scriptlet_trusted_json_edit(tools, args) {
  editParsedJSON(args, true);
}
