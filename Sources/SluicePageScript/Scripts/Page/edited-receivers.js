// needs: natives.js chains.js edited-objects.js foreign-errors.js
/**
 * Arguments: chain of a method, edit[, `after`]. Edits the object whose method is called.
 * @param {boolean} isTrusted
 */
function editReceiver(args, isTrusted) {
  const edit = readObjectEdit(args[1] ?? "", isTrusted);
  if (edit === null) {
    return;
  }
  replaceAtChain(args[0] ?? "", (original) => ({
    edited() {
      if (args[2] !== "after") {
        editObject(this, edit);
        return native.apply(original, this, arguments);
      }
      let value;
      try {
        value = native.apply(original, this, arguments);
      } catch (error) {
        throw foreignError(error);
      }
      editObject(this, edit);
      return value;
    },
  }.edited));
}
