// needs: edited-results.js
// uBlock Origin: chain, edit
/** Arguments: chain of a function, edit. Removes the selected values from the object that it returns. */
function scriptlet_edit_outbound_object(tools, args) {
  editReturned(args, false);
}
