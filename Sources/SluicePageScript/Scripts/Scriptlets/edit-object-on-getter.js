// needs: edited-properties.js
// uBlock Origin: chain, edit
/** Arguments: chain, edit. Removes the selected values from the property's object whenever it is read. */
function scriptlet_edit_object_on_getter(tools, args) {
  editProperty("get", args, false);
}
