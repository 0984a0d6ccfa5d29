// needs: edited-receivers.js
// uBlock Origin: chain, edit, when
/** Like edit-this-object, but can also set values. */
function scriptlet_trusted_edit_this_object(tools, args) {
  editReceiver(args, true);
}
