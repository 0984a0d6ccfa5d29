// needs: edited-arguments.js
/** chain of a function, position of an argument, edit: what it leads to is removed there. */
function scriptlet_edit_inbound_object(tools, args) {
  editArgument(args, false);
}
