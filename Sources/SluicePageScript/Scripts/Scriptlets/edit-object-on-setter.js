// needs: edited-properties.js
// uBlock Origin: chain, edit
/** Arguments: chain, edit. Removes the selected values from an object that is assigned to the property. */
function scriptlet_edit_object_on_setter(tools, args) {
  editProperty("set", args, false);
}
