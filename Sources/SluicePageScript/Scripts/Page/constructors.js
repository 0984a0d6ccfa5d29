// needs: natives.js natives-language.js masks.js foreign-errors.js
/** Returns whether a function may be a constructor. @param {any} value */
function isConstructor(value) {
  const prototype = native.descriptor(value, "prototype")?.value;
  return typeof prototype === "object" && prototype !== null;
}

/**
 * Replaces a constructor for construction. All its other properties stay.
 * @param {any} owner @param {string} key
 * @param {function({length: number}): {length: number}} change gets the arguments of a constructor call and
 *   returns them, or other arguments to use instead
 */
function replaceConstructor(owner, key, change) {
  const { create } = Object;
  return replaceWithProxy(owner, key, (original) => ({
    __proto__: null,
    construct(args, maker) {
      const other = change(args);
      try {
        return native.construct(original, other, maker);
      } catch (error) {
        if (other !== args) {
          // The changed arguments do not create an object.
          return create(maker.prototype ?? null);
        }
        throw foreignError(error);
      }
    },
  }));
}

/**
 * Replaces a function that can be called and constructed. For a constructor call, `make` gets a function
 * that constructs.
 * @param {any} owner @param {string} key @param {function(Function): Function} make
 */
function replaceConstructible(owner, key, make) {
  const { create } = Object;
  return replaceWithProxy(owner, key, (original) => {
    const called = make(original);
    return {
      __proto__: null,
      apply: (self, args) => native.apply(called, self, args),
      construct(args, maker) {
        const constructed = make(function () {
          return native.construct(original, arguments, maker);
        });
        const value = native.apply(constructed, undefined, args);
        return (typeof value === "object" && value !== null) || typeof value === "function" ? value : create(maker.prototype ?? null);
      },
    };
  });
}

/**
 * Replaces a function with a proxy.
 * @param {function(Function): {construct: Function, apply?: Function}} makeHandler returns what is done for
 *   the original
 */
function replaceWithProxy(owner, key, makeHandler) {
  const trap = pageState.trapOf?.(owner, key);
  const old = trap === undefined ? native.descriptor(owner, key) : trap;
  if (typeof old?.value !== "function" || (trap === undefined && !(old.writable || old.configurable))) {
    return false;
  }
  const original = old.value;
  const handler = makeHandler(original);
  const traps = {
    __proto__: null,
    construct: (_, args, newTarget) => handler.construct(args, newTarget === replaced ? original : newTarget),
  };
  if (handler.apply !== undefined) {
    traps.apply = (_, self, args) => handler.apply(self, args);
  }
  const text = pageState.masks === null ? native.functionText(original) : pageState.masks.textOf(original);
  const replaced = new Proxy(original, traps);
  if (trap === undefined) {
    native.define(owner, key, { __proto__: null, value: replaced });
  } else {
    trap.value = replaced;
  }
  const { prototype } = original;
  const maker = native.descriptor(prototype, "constructor");
  // `Image` has the prototype of `HTMLImageElement`.
  if (maker?.value === original && (maker.configurable || maker.writable)) {
    native.define(prototype, "constructor", { __proto__: null, value: replaced });
  }
  maskFunctionText(replaced, text);
  return true;
}
