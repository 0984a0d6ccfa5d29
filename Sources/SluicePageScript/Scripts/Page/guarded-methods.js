// needs: natives.js natives-language.js traps.js masks.js
/**
 * Replaces a method, like `replaceMethod`, and stays in front of functions that the page assigns later. Calls
 * of these functions pass the guard first.
 * @param {object} owner @param {string} key
 * @param {function(Function): Function} make returns the function that is called before the given function
 */
function guardMethod(owner, key, make) {
  const guards = new native.WeakMap();
  const guarded = new native.WeakMap();
  const NativeProxy = Proxy;
  const original = native.descriptor(owner, key)?.value;
  if (typeof original !== "function" || pageState.trapOf?.(owner, key) !== undefined) {
    replaceMethod(owner, key, make);
    return;
  }
  const guardOf = (method) => {
    let guard = native.weakGet(guards, method);
    if (guard !== undefined) {
      return guard;
    }
    if (method === original) {
      guard = maskFunction(make(method), method.name, method.length);
    } else {
      // The page's function has properties of its own, which a proxy preserves.
      const asked = make(method);
      guard = new NativeProxy(method, { __proto__: null, apply: (_, self, args) => native.apply(asked, self, args) });
      pageState.masks.give(guard, native.functionText(method));
    }
    native.weakSet(guards, method, guard);
    native.weakSet(guarded, guard, method);
    return guard;
  };
  trapProperty(owner, key, {
    __proto__: null,
    get: (method) => (typeof method === "function" ? guardOf(method) : method),
    set: (method) => (typeof method === "function" ? native.weakGet(guarded, method) ?? method : method),
    keeps: "trapped",
  }, true);
}
