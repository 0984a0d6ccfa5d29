// needs: shadow-trees.js
// AdGuard: selector, selector of hosts
// required: 1
/** Arguments: selector[, selector of hosts]. Hides matching elements in open shadow trees. */
function scriptlet_hide_in_shadow_dom(tools, args) {
  forEachInShadows(args[0] ?? "", args[1] ?? "", (element) => {
    const style = element.style;
    if (style !== undefined && style.getPropertyValue("display") !== "none") {
      style.setProperty("display", "none", "important");
    }
  });
}
