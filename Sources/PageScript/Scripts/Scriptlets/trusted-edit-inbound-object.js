// needs: edited-arguments.js
/** As edit-inbound-object, and it may set values. */
function scriptlet_trusted_edit_inbound_object(tools, args) {
  editArgument(args, true);
}
