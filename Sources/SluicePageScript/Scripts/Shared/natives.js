/**
 * The browser's own functions as they were before any script of the page ran. Later code calls these and
 * never looks up a method again, because a page may have replaced it. Functions that use `this` take it as
 * their first argument.
 * @type {Object<string, any>}
 */
const native = { __proto__: null };

/**
 * Captures the functions that nearly all scriptlets call, before the page's first script runs. The files
 * `natives-….js` capture the others, each in a function that is called only for the scriptlets that need it,
 * because every access to a new window takes time and memory in every frame.
 */
function captureNatives() {
  if (native.apply !== undefined) {
    return;
  }
  native.apply = Reflect.apply;
  native.reflectGet = Reflect.get;
  native.reflectDefine = Reflect.defineProperty;
  native.reflectDelete = Reflect.deleteProperty;
  native.define = Object.defineProperty;
  const { getOwnPropertyDescriptor, setPrototypeOf } = Object;
  // The result has no prototype through which a page could access it.
  native.descriptor = (owner, key) => {
    const found = getOwnPropertyDescriptor(owner, key);
    return found === undefined ? undefined : setPrototypeOf(found, null);
  };
  native.prototypeOf = Object.getPrototypeOf;
  native.parse = JSON.parse;
  native.String = String;
  native.Number = Number;
  native.RegExp = RegExp;
  native.Error = Error;
  native.Promise = Promise;
  native.WeakMap = WeakMap;

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
  // Before scriptlets replace it.
  native.functionText = free(Function.prototype.toString);
  native.exec = free(RegExp.prototype.exec);
  native.weakGet = free(WeakMap.prototype.get);
  native.weakSet = free(WeakMap.prototype.set);

  const text = String.prototype;
  native.indexOf = free(text.indexOf);
  native.lastIndexOf = free(text.lastIndexOf);
  native.slice = free(text.slice);
  native.trim = free(text.trim);

  const events = EventTarget.prototype;
  native.listen = free(events.addEventListener);
  native.unlisten = free(events.removeEventListener);

  native.readyState = getter(Document.prototype, "readyState");
  native.documentURL = getter(Document.prototype, "URL");
}
