// needs: edited-receivers.js
// uBlock Origin: chain, edit, when
/**
 * Arguments: chain of a method, edit[, `after`]. Removes the selected values from the object whose method is
 * called, before the call or after it.
 */
function scriptlet_edit_this_object(tools, args) {
  editReceiver(args, false);
}
