// needs: natives.js natives-elements.js patterns.js masks.js
/** [selector[, pattern (`!`)]]: such a text does not become the content of such an element. */
function scriptlet_prevent_innerHTML(tools, args) {
  const selector = args[0] ?? "";
  const pattern = readPattern(args[1] ?? "", tools.dialect, true);
  if (pattern === null || (selector === "" && (args[1] ?? "") === "")) {
    return;
  }
  const isMeant = (element, text) => {
    try {
      return (selector === "" || native.matches(element, selector)) && patternMatches(pattern, text);
    } catch {
      return false;
    }
  };
  const owner = native.descriptor(Element.prototype, "innerHTML") ? Element.prototype : ShadowRoot.prototype;
  replaceAccessor(owner, "innerHTML", null, (original) => ({
    set(html) {
      if (typeof html === "string" && isMeant(this, html)) {
        return undefined;
      }
      return native.apply(original, this, [html]);
    },
  }.set));
}
