// needs: edited-json.js
/** edit: as json-edit, and it may set values. */
function scriptlet_trusted_json_edit(tools, args) {
  editParsedJSON(args, true);
}
