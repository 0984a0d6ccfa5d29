// needs: natives.js natives-language.js masks.js foreign-errors.js
/** Whether a function is one that makes objects. @param {any} value */
function isConstructor(value) {
  const prototype = native.descriptor(value, "prototype")?.value;
  return typeof prototype === "object" && prototype !== null && native.descriptor(prototype, "constructor")?.value === value;
}

/**
 * Puts another in the place of a function that makes objects. All that it has besides stays.
 * @param {any} owner @param {string} key
 * @param {function({length: number}): ({length: number} | null)} change takes what an object is made of and returns what it is to be made of;
 * null for no object of the browser's
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
      const made = change(args);
      try {
        const maker = newTarget === replaced ? original : newTarget;
        return made === null ? create(maker.prototype ?? null) : native.construct(original, made, maker);
      } catch (error) {
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
