// needs: set-attributes.js
// world: isolated
// uBlock Origin: selector, attribute, value
// AdGuard: selector, attribute, value
// required: 1
/**
 * Arguments: selector, attribute, value: '' true false 0–32767 or [another attribute]. Sets the attribute.
 */
function scriptlet_set_attr(tools, args) {
  setAttributes(tools, args, false);
}
