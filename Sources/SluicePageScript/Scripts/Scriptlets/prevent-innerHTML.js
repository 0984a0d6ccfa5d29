// needs: natives.js natives-elements.js patterns.js masks.js foreign-errors.js
// uBlock Origin: selector, text
// AdGuard: selector, text, what is read
/**
 * Arguments: [selector[, pattern (`!`)[, AdGuard: the text to read instead]]]. Keeps matching texts from
 * becoming the content of matching elements, and from being read.
 */
function scriptlet_prevent_innerHTML(tools, args) {
  const selector = args[0] ?? "";
  const pattern = readPattern(args[1] ?? "", tools.dialect, true);
  if (pattern === null) {
    return;
  }
  const shown = tools.dialect === "adguard" ? args[2] : undefined;
  const isMeant = (element, text) => {
    try {
      return (selector === "" || native.matches(element, selector)) && patternMatches(pattern, text);
    } catch {
      return false;
    }
  };
  const owner = native.descriptor(Element.prototype, "innerHTML") ? Element.prototype : ShadowRoot.prototype;
  const makeGetter = shown === undefined ? null : (original) => ({
    get() {
      let text;
      try {
        text = native.apply(original, this, arguments);
      } catch (error) {
        throw foreignError(error);
      }
      return isMeant(this, text) ? shown : text;
    },
  }.get);
  replaceAccessor(owner, "innerHTML", makeGetter, (original) => ({
    set(html) {
      if (typeof html === "string" && isMeant(this, html)) {
        return undefined;
      }
      return native.apply(original, this, [html]);
    },
  }.set));
}
