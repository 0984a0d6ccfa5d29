// needs: natives.js natives-document.js natives-language.js natives-elements.js
// world: isolated
// uBlock Origin: none
// AdGuard: none
/** Disables links that would open a window. */
function scriptlet_disable_newtab_links(tools, args) {
  native.listen(document, "click", (event) => {
    for (let node = native.eventTarget(event); node !== null; node = native.parentNode(node)) {
      if (native.nodeType(node) === 1 && native.lowerCase(native.nodeName(node)) === "a" && native.hasAttribute(node, "target")) {
        native.stopEvent(event);
        native.preventDefault(event);
        return;
      }
    }
  }, true);
}
