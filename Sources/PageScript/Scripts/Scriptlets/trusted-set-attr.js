// needs: set-attributes.js
// world: isolated
/** selector, attribute, any value. */
function scriptlet_trusted_set_attr(tools, args) {
  setAttributes(tools, args, true);
}
