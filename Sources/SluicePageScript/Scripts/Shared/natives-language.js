// needs: natives.js
/** Captures functions of the language that few scriptlets call. */
function captureLanguage() {
  if (native.ownKeys !== undefined) {
    return;
  }
  const text = String.prototype;
  native.construct = Reflect.construct;
  native.ownKeys = Reflect.ownKeys;
  native.reflectSet = Reflect.set;
  native.stringify = JSON.stringify;
  native.Array = Array;
  native.isArray = Array.isArray;
  native.ReferenceError = ReferenceError;
  native.Date = Date;
  native.now = Date.now;
  native.random = Math.random;
  native.floor = Math.floor;
  native.WeakSet = WeakSet;
  native.encode = encodeURIComponent;
  native.decode = decodeURIComponent;
  native.hasOwn = native.free(Object.prototype.hasOwnProperty);
  native.marks = native.free(WeakSet.prototype.has);
  native.mark = native.free(WeakSet.prototype.add);
  native.startsWith = native.free(text.startsWith);
  native.endsWith = native.free(text.endsWith);
  native.lowerCase = native.free(text.toLowerCase);
  native.upperCase = native.free(text.toUpperCase);
}
