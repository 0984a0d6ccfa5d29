// needs: natives.js traps.js edited-objects.js
/**
 * Arguments: chain of a property, edit. Edits the object that the property has.
 * @param {"get" | "set"} when @param {boolean} isTrusted
 */
function editProperty(when, args, isTrusted) {
  const edit = readObjectEdit(args[1] ?? "", isTrusted);
  if (edit === null) {
    return;
  }
  const edited = (value) => {
    editObject(value, edit);
    return value;
  };
  trapChain(window, args[0] ?? "", (owner, key) => {
    if (when === "set") {
      try {
        edited(owner[key]);
      } catch {
        return;
      }
    }
    const handler = { __proto__: null, get: null, set: null };
    handler[when] = edited;
    trapProperty(owner, key, handler, true);
  });
}
