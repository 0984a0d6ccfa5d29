// needs: natives.js natives-language.js masks.js foreign-errors.js
/** Returns whether a function is a constructor. @param {any} value */
function isConstructor(value) {
  const prototype = native.descriptor(value, "prototype")?.value;
  return typeof prototype === "object" && prototype !== null && native.descriptor(prototype, "constructor")?.value === value;
}

/**
 * Replaces a constructor. All its other properties stay.
 * @param {any} owner @param {string} key
 * @param {function({length: number}): {length: number}} change gets the arguments of a constructor call and
 *   returns them, or other arguments to use instead
 */
function replaceConstructor(owner, key, change) {
  const old = native.descriptor(owner, key);
  if (old === undefined || typeof old.value !== "function" || !(old.writable || old.configurable)) {
    return false;
  }
  const original = old.value;
  const { prototype } = original;
  const { create } = Object;
  const handler = {
    __proto__: null,
    construct(target, args, newTarget) {
      const maker = newTarget === replaced ? original : newTarget;
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
  };
  const replaced = new Proxy(original, handler);
  const { name } = original;
  native.define(owner, key, { __proto__: null, value: replaced });
  const maker = native.descriptor(prototype, "constructor");
  if (maker.configurable || maker.writable) {
    native.define(prototype, "constructor", { __proto__: null, value: replaced });
  }
  maskText(replaced, name);
  return true;
}
