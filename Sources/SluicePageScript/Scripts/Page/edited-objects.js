// needs: natives.js natives-language.js json-edits.js
/**
 * Reads an edit for objects of the page, whose members may be inherited and have setters. Returns null if it
 * is invalid.
 * @param {string} source @param {boolean} isTrusted
 */
function readObjectEdit(source, isTrusted) {
  const edit = readJSONEdit(source, isTrusted, "ublock");
  if (edit !== null) {
    edit.query.isOfObjects = true;
  }
  return edit;
}

/**
 * Edits an object of the page in place. Returns the object, or what has taken its place.
 * @param {any} value @param {JSONEdit} edit
 */
function editObject(value, edit) {
  if ((typeof value !== "object" || value === null) && typeof value !== "function") {
    return value;
  }
  try {
    const made = editedJSON(value, edit);
    return made === undefined ? value : made;
  } catch {
    // A getter of the page throws, or the object cannot be changed.
    return value;
  }
}
