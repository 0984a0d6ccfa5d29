// needs: edited-properties.js
// uBlock Origin: chain, edit
/** Like edit-object-on-setter, but can also set values. */
function scriptlet_trusted_edit_object_on_setter(tools, args) {
  editProperty("set", args, true);
}
