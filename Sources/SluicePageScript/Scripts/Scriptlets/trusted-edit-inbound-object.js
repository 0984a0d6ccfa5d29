// needs: edited-arguments.js
// uBlock Origin: chain, position, edit
// required: 1
/** Like edit-inbound-object, but can also set values. */
function scriptlet_trusted_edit_inbound_object(tools, args) {
  editArgument(args, true);
}
