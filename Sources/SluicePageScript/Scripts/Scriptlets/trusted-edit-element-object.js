// needs: edited-elements.js
// uBlock Origin: selector, edit, time
/** Like edit-element-object, but can also set values. */
function scriptlet_trusted_edit_element_object(tools, args) {
  editElements(args, true);
}
