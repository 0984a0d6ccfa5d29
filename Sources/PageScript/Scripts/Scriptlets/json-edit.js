// needs: edited-json.js
/** edit: what it leads to is removed in what JSON.parse and Response.json return. */
function scriptlet_json_edit(tools, args) {
  editParsedJSON(args, false);
}
