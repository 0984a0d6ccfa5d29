// needs: shadow-trees.js
// world: isolated
/** selector[, selector of hosts]: such elements in open shadow trees are hidden. */
function scriptlet_hide_in_shadow_dom(tools, args) {
  forEachInShadows(args[0] ?? "", args[1] ?? "", (element) => {
    const style = element.style;
    if (style !== undefined && style.getPropertyValue("display") !== "none") {
      style.setProperty("display", "none", "important");
    }
  });
}
