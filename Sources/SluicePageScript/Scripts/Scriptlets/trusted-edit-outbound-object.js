// needs: edited-results.js
// uBlock Origin: chain, edit
/** Like edit-outbound-object, but can also set values. */
function scriptlet_trusted_edit_outbound_object(tools, args) {
  editReturned(args, true);
}
