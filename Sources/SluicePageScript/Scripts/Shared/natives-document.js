// needs: natives.js
/** Captures the functions of documents, their nodes and events, and windows. */
function captureDocument() {
  if (native.dispatch !== undefined) {
    return;
  }
  native.setTimeout = native.bind(setTimeout, window);
  native.clearTimeout = native.bind(clearTimeout, window);
  native.setInterval = native.bind(setInterval, window);
  native.clearInterval = native.bind(clearInterval, window);
  native.requestAnimationFrame = native.bind(requestAnimationFrame, window);
  native.atob = native.bind(atob, window);
  native.Event = Event;
  native.dispatch = native.free(EventTarget.prototype.dispatchEvent);
  native.stopEvent = native.free(Event.prototype.stopImmediatePropagation);
  native.preventDefault = native.free(Event.prototype.preventDefault);
  native.eventTarget = native.getter(Event.prototype, "target");
  native.currentScript = native.getter(Document.prototype, "currentScript");
  native.root = native.getter(Document.prototype, "documentElement");
  native.body = native.getter(Document.prototype, "body");
  native.cookie = native.getter(Document.prototype, "cookie");
  native.setCookie = native.setter(Document.prototype, "cookie");
  native.createElement = native.free(Document.prototype.createElement);
  native.query = native.free(Document.prototype.querySelector);
  native.queryAll = native.free(Document.prototype.querySelectorAll);
  native.evaluate = native.free(Document.prototype.evaluate);
  native.nodeName = native.getter(Node.prototype, "nodeName");
  native.nodeType = native.getter(Node.prototype, "nodeType");
  native.parentNode = native.getter(Node.prototype, "parentNode");
  native.firstChild = native.getter(Node.prototype, "firstChild");
  native.nextSibling = native.getter(Node.prototype, "nextSibling");
  native.textContent = native.getter(Node.prototype, "textContent");
  native.setTextContent = native.setter(Node.prototype, "textContent");
  native.appendChild = native.free(Node.prototype.appendChild);
}
