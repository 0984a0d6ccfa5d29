// needs: set-attributes.js
// world: isolated
// uBlock Origin: selector, attribute, value
// AdGuard: selector, attribute, value
// required: 1
/** Arguments: selector, attribute, any value. Sets the attribute. */
function scriptlet_trusted_set_attr(tools, args) {
  setAttributes(tools, args, true);
}
