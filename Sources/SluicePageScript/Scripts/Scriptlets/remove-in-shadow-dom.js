// needs: natives-elements.js shadow-trees.js
// AdGuard: selector, selector of hosts
// required: 1
/** Arguments: selector[, selector of hosts]. Removes matching elements from open shadow trees. */
function scriptlet_remove_in_shadow_dom(tools, args) {
  forEachInShadows(args[0] ?? "", args[1] ?? "", (element) => native.removeElement(element));
}
