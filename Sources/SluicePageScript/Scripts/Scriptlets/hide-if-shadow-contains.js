// needs: natives.js natives-document.js natives-elements.js shadow-trees.js patterns.js
// Adblock Plus: text, selector
// required: 2
/**
 * Arguments: pattern, selector. Hides the closest element around a shadow tree whose text matches.
 */
function scriptlet_hide_if_shadow_contains(tools, args) {
  const pattern = readPattern(args[0], tools.dialect, false);
  if (pattern === null) {
    return;
  }
  const hostOf = native.getter(ShadowRoot.prototype, "host");
  forEachShadowTree("", true, (root) => {
    if (!patternMatches(pattern, native.textContent(root))) {
      return;
    }
    const style = native.closest(hostOf(root), args[1])?.style;
    if (style !== undefined && style.getPropertyValue("display") !== "none") {
      style.setProperty("display", "none", "important");
    }
  });
}
