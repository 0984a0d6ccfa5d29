// needs: natives.js
/** Captures the functions that observe new scripts and other nodes. */
function captureScripts() {
  if (native.observe !== undefined) {
    return;
  }
  native.MutationObserver = MutationObserver;
  native.listLength = native.getter(NodeList.prototype, "length");
  native.scriptSource = native.getter(HTMLScriptElement.prototype, "src");
  native.observe = native.free(MutationObserver.prototype.observe);
  native.addedNodes = native.getter(MutationRecord.prototype, "addedNodes");
  native.recordTarget = native.getter(MutationRecord.prototype, "target");
  native.attribute = native.free(Element.prototype.getAttribute);
  native.hasAttribute = native.free(Element.prototype.hasAttribute);
}
