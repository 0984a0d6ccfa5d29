// needs: natives.js natives-language.js traps.js masks.js
/**
 * Puts a function in the place of a method, as `replaceMethod`, and in front of whatever the page puts there later: what calls the page's own is
 * asked first.
 * @param {object} owner @param {string} key
 * @param {function(Function): Function} make from a function the one that is asked before it
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
      // The page's own function has properties of its own.
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
