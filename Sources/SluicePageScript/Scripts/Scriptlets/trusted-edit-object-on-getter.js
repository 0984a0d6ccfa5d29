// needs: edited-properties.js
// uBlock Origin: chain, edit
/** Like edit-object-on-getter, but can also set values. */
function scriptlet_trusted_edit_object_on_getter(tools, args) {
  editProperty("get", args, true);
}
