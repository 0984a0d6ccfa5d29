// needs: natives.js natives-scripts.js
/**
 * Captures the functions of elements that scriptlets call. WebKit creates an entire interface when one of its
 * functions is accessed. The interfaces of documents and nodes exist in any case, but these do not.
 */
function captureElements() {
  if (native.matches !== undefined) {
    return;
  }
  native.URL = URL;
  native.queryTree = native.free(DocumentFragment.prototype.querySelector);
  native.matches = native.free(Element.prototype.matches);
  native.closest = native.free(Element.prototype.closest);
  native.setAttribute = native.free(Element.prototype.setAttribute);
  native.removeAttribute = native.free(Element.prototype.removeAttribute);
  native.removeElement = native.free(Element.prototype.remove);
  native.classList = native.getter(Element.prototype, "classList");
  native.removeToken = native.free(DOMTokenList.prototype.remove);
  native.shadowRoot = native.getter(Element.prototype, "shadowRoot");
  native.click = native.free(HTMLElement.prototype.click);
  native.setScriptText = native.setter(HTMLScriptElement.prototype, "text");
  native.disconnect = native.free(MutationObserver.prototype.disconnect);
  native.takeRecords = native.free(MutationObserver.prototype.takeRecords);
}
