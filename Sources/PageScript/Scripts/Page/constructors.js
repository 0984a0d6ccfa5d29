// needs: natives.js natives-language.js masks.js foreign-errors.js
/** Whether a function is one that makes objects. @param {any} value */
function isConstructor(value) {
  const prototype = native.descriptor(value, "prototype")?.value;
  return typeof prototype === "object" && prototype !== null && native.descriptor(prototype, "constructor")?.value === value;
}

/**
 * Puts another in the place of a function that makes objects. All that it has besides stays.
 * @param {any} owner @param {string} key
 * @param {function({length: number}): {length: number}} change takes what an object is made of and returns that, or something else to make it of
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
          // Nothing can be made of that.
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
