// needs: edited-arguments.js
// uBlock Origin: chain, position, edit
// required: 1
/**
 * Arguments: chain of a function, position of an argument, edit. Removes the selected values from the
 * argument.
 */
function scriptlet_edit_inbound_object(tools, args) {
  editArgument(args, false);
}
