// needs: natives.js traps.js
/**
 * Calls an action with each object that is assigned along a chain, and with the rest of the chain from that
 * object.
 * @param {string} chain such as `a.b.c`, where `a` and `a.b` may be replaced
 * @param {function(any, string): void} action
 */
function forEachNewOwner(chain, action) {
  const seen = new native.WeakMap();
  const watch = (owner, path) => {
    const dot = native.indexOf(path, ".");
    if (dot === -1 || native.weakGet(seen, owner) === true) {
      return;
    }
    native.weakSet(seen, owner, true);
    const key = native.slice(path, 0, dot);
    const rest = native.slice(path, dot + 1);
    const follow = (value) => {
      if (isObject(value)) {
        watch(value, rest);
        action(value, rest);
      }
      return value;
    };
    let next;
    try {
      next = owner[key];
    } catch {
      return;
    }
    if (isObject(next)) {
      watch(next, rest);
    }
    trapProperty(owner, key, { __proto__: null, get: null, set: follow }, true);
  };
  watch(window, chain);
}
