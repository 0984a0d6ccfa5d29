// needs: natives.js natives-document.js natives-language.js natives-elements.js edited-objects.js options.js
/**
 * Arguments: selector, edit[, milliseconds]. Edits the objects of matching elements, at once and until the
 * time is over.
 * @param {boolean} isTrusted
 */
function editElements(args, isTrusted) {
  const edit = readObjectEdit(args[1] ?? "", isTrusted);
  const end = native.now() + (isInteger(args[2] ?? "") ? native.Number(args[2]) : 0);
  if (edit === null || (args[0] ?? "") === "") {
    return;
  }
  const look = () => {
    let found;
    try {
      found = native.queryAll(document, args[0]);
    } catch {
      return;
    }
    for (let i = 0; i < native.listLength(found); i += 1) {
      editObject(found[i], edit);
    }
    if (native.now() < end) {
      native.setTimeout(look, 20);
    }
  };
  look();
}
