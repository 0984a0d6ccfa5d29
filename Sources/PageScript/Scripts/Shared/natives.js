/**
 * The browser's own functions as they are before any script of the page runs. What runs later uses these and never looks a
 * method up again: a page may have replaced it. Functions that take `this` take it as their first argument here.
 * @type {Object<string, any>}
 */
const native = { __proto__: null };

/** Captures the functions; to be called once, before the page's first script. */
function captureNatives() {
  if (native.apply !== undefined) {
    return;
  }
  native.apply = Reflect.apply;
  native.construct = Reflect.construct;
  native.reflectGet = Reflect.get;
  native.ownKeys = Reflect.ownKeys;
  native.define = Object.defineProperty;
  const { getOwnPropertyDescriptor, setPrototypeOf } = Object;
  // One that a page reaches through no prototype.
  native.descriptor = (owner, key) => {
    const found = getOwnPropertyDescriptor(owner, key);
    return found === undefined ? undefined : setPrototypeOf(found, null);
  };
  native.prototypeOf = Object.getPrototypeOf;
  native.parse = JSON.parse;
  native.stringify = JSON.stringify;
  native.String = String;
  native.Number = Number;
  native.Array = Array;
  native.isArray = Array.isArray;
  native.RegExp = RegExp;
  native.Error = Error;
  native.ReferenceError = ReferenceError;
  native.Promise = Promise;
  native.Date = Date;
  native.now = Date.now;
  native.random = Math.random;
  native.floor = Math.floor;
  native.WeakMap = WeakMap;
  native.Proxy = Proxy;
  native.WeakSet = WeakSet;
  native.Event = Event;
  native.encode = encodeURIComponent;
  native.decode = decodeURIComponent;

  const call = Function.prototype.call;
  const bindMethod = call.bind(Function.prototype.bind);
  /** @param {Function} method */
  const free = (method) => bindMethod(call, method);
  /** @param {object} owner @param {string} key */
  const getter = (owner, key) => free(getOwnPropertyDescriptor(owner, key).get);
  /** @param {object} owner @param {string} key */
  const setter = (owner, key) => free(getOwnPropertyDescriptor(owner, key).set);
  native.bind = bindMethod;
  native.free = free;
  native.getter = getter;
  native.setter = setter;
  native.functionText = free(Function.prototype.toString);
  native.hasOwn = free(Object.prototype.hasOwnProperty);
  native.exec = free(RegExp.prototype.exec);
  native.weakGet = free(WeakMap.prototype.get);
  native.weakSet = free(WeakMap.prototype.set);
  native.marks = free(WeakSet.prototype.has);
  native.mark = free(WeakSet.prototype.add);

  const text = String.prototype;
  native.indexOf = free(text.indexOf);
  native.lastIndexOf = free(text.lastIndexOf);
  native.slice = free(text.slice);
  native.startsWith = free(text.startsWith);
  native.endsWith = free(text.endsWith);
  native.trim = free(text.trim);
  native.lowerCase = free(text.toLowerCase);
  native.upperCase = free(text.toUpperCase);

  for (const name of ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "requestAnimationFrame", "atob"]) {
    native[name] = bindMethod(window[name], window);
  }
  const events = EventTarget.prototype;
  native.listen = free(events.addEventListener);
  native.unlisten = free(events.removeEventListener);
  native.dispatch = free(events.dispatchEvent);
  native.stopEvent = free(Event.prototype.stopImmediatePropagation);
  native.preventDefault = free(Event.prototype.preventDefault);

  native.eventTarget = getter(Event.prototype, "target");
  native.currentScript = getter(Document.prototype, "currentScript");
  native.readyState = getter(Document.prototype, "readyState");
  native.root = getter(Document.prototype, "documentElement");
  native.body = getter(Document.prototype, "body");
  native.cookie = getter(Document.prototype, "cookie");
  native.setCookie = setter(Document.prototype, "cookie");
  native.createElement = free(Document.prototype.createElement);
  native.documentURL = getter(Document.prototype, "URL");
  native.query = free(Document.prototype.querySelector);
  native.queryAll = free(Document.prototype.querySelectorAll);
  native.evaluate = free(Document.prototype.evaluate);
  native.nodeName = getter(Node.prototype, "nodeName");
  native.nodeType = getter(Node.prototype, "nodeType");
  native.parentNode = getter(Node.prototype, "parentNode");
  native.firstChild = getter(Node.prototype, "firstChild");
  native.nextSibling = getter(Node.prototype, "nextSibling");
  native.textContent = getter(Node.prototype, "textContent");
  native.setTextContent = setter(Node.prototype, "textContent");
  native.appendChild = free(Node.prototype.appendChild);
}
