// needs: chains.js edited-objects.js
/**
 * Arguments: chain of a function, edit. Edits the object that the function returns.
 * @param {boolean} isTrusted
 */
function editReturned(args, isTrusted) {
  const edit = readObjectEdit(args[1] ?? "", isTrusted);
  if (edit !== null) {
    changeReturned(args[0] ?? "", (value) => editObject(value, edit));
  }
}
