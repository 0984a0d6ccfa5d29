// needs: natives-elements.js shadow-trees.js
// world: isolated
/** selector[, selector of hosts]: such elements in open shadow trees are removed. */
function scriptlet_remove_in_shadow_dom(tools, args) {
  forEachInShadows(args[0] ?? "", args[1] ?? "", (element) => native.removeElement(element));
}
