// needs: natives.js state.js
/**
 * Gives a function the name, length and text of the browser's function.
 * @param {Function} made @param {string} name @param {number} length @param {string} [text] the name in its text
 */
function maskFunction(made, name, length, text) {
  const describe = (value) => ({ __proto__: null, value, configurable: true, enumerable: false, writable: false });
  native.define(made, "length", describe(length));
  native.define(made, "name", describe(name));
  return maskText(made, text ?? name);
}

/**
 * Gives a function the text of the browser's function. Functions that are written as a method or accessor
 * with the right name have the other properties already.
 * @param {Function} made @param {string} name the name in its text
 */
function maskText(made, name) {
  return maskFunctionText(made, "function " + name + "() {\n    [native code]\n}");
}

/** Gives a function this text. @param {Function} made @param {string} text */
function maskFunctionText(made, text) {
  if (pageState.masks === null) {
    useMasks(newMasks());
  }
  pageState.masks.give(made, text);
  return made;
}

/**
 * The texts of functions, shared by all frames of an origin, because a page may call the `toString` of one
 * frame on a function of another. They are read and written by functions of the first frame that has any,
 * which no page has changed. In a frame that is still empty, a page can replace all functions, for example by
 * functions that request texts of functions themselves, which would never end.
 *
 * The hidden sheets of documents and shadow trees are shared too, because functions of another frame may be
 * called on their lists.
 * @typedef {{give: function(Function, string): void, textOf: function(any): string, hideIn: function(object, any): void, hiddenIn: function(object): any}} Masks
 */
function newMasks() {
  const texts = new native.WeakMap();
  let hidden = null;
  return {
    __proto__: null,
    give: (made, text) => native.weakSet(texts, made, text),
    textOf: (made) => native.weakGet(texts, made) ?? native.functionText(made),
    hideIn: (root, what) => native.weakSet(hidden ??= new native.WeakMap(), root, what),
    hiddenIn: (root) => (hidden === null ? undefined : native.weakGet(hidden, root)),
  };
}

/** @param {Masks} masks */
function useMasks(masks) {
  pageState.masks = masks;
  const { toString } = {
    toString() {
      // Only functions have a text. The error for other values belongs to this frame.
      return typeof this === "function" ? masks.textOf(this) : native.functionText(this);
    },
  };
  native.define(Function.prototype, "toString", { __proto__: null, value: toString });
  maskText(toString, "toString");
}

/**
 * Replaces a method, or the value behind a trap. The new function is written as a method, uses `this`, and
 * calls the original in tail position, so that no additional frame appears in stacks.
 * @param {object} owner @param {string} key
 * @param {function(Function): Function} make returns the new function for the original
 */
function replaceMethod(owner, key, make) {
  if (owner === undefined || owner === null) {
    return false;
  }
  const trap = pageState.trapOf?.(owner, key);
  if (trap !== undefined) {
    if (typeof trap.value !== "function") {
      return false;
    }
    const { name, length } = trap.value;
    trap.value = maskFunction(make(trap.value), name, length);
    return true;
  }
  const old = native.descriptor(owner, key);
  if (old === undefined || typeof old.value !== "function" || (!old.configurable && !old.writable)) {
    return false;
  }
  const made = make(old.value);
  maskFunction(made, old.value.name, old.value.length);
  const next = { __proto__: null, value: made };
  if (old.configurable) {
    next.writable = old.writable;
    next.enumerable = old.enumerable;
    next.configurable = true;
  }
  native.define(owner, key, next);
  return true;
}

/**
 * Replaces the functions of an accessor.
 * @param {object} owner @param {string} key
 * @param {(function(Function): Function) | null} makeGetter
 * @param {(function(Function): Function) | null} makeSetter
 */
function replaceAccessor(owner, key, makeGetter, makeSetter) {
  const old = owner === undefined || owner === null ? undefined : native.descriptor(owner, key);
  if (old === undefined || !old.configurable || old.get === undefined) {
    return false;
  }
  const next = {
    __proto__: null, get: old.get, set: old.set, enumerable: old.enumerable, configurable: true,
  };
  if (makeGetter !== null) {
    next.get = maskFunction(makeGetter(old.get), "get " + key, 0, key);
  }
  if (makeSetter !== null && old.set !== undefined) {
    next.set = maskFunction(makeSetter(old.set), "set " + key, 1, key);
  }
  native.define(owner, key, next);
  return true;
}
