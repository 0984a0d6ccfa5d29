// needs: edited-elements.js
// uBlock Origin: selector, edit, time
/** Arguments: selector, edit[, milliseconds]. Removes the selected values from the objects of elements. */
function scriptlet_edit_element_object(tools, args) {
  editElements(args, false);
}
