// needs: natives.js traps.js stack.js patterns.js
/**
 * Fixes the value of a property, unless the page assigns a value of another type.
 * @param {string} chain @param {any} value
 * @param {TextPattern | null} stack the stack of the callers that get the value; null for all callers
 * @param {boolean} followsAll whether the value is also fixed in objects that take the place of one that
 *   existed before, as in AdGuard
 * @param {boolean} [isOfAnyType] whether the value also replaces values of other types, as in Adblock Plus
 */
function fixProperty(chain, value, stack, followsAll, isOfAnyType = false) {
  let isGivenUp = false;
  const differs = (other) =>
    !isOfAnyType && other !== undefined && other !== null && value !== undefined && value !== null && typeof other !== typeof value;
  const isMeant = () => !isGivenUp && (stack === null || patternMatches(stack, callerStack()));
  const fix = (owner, key) => {
    let current;
    try {
      current = owner[key];
    } catch {
      return;
    }
    if (isGivenUp || differs(current)) {
      isGivenUp = isGivenUp || followsAll;
      return;
    }
    trapProperty(owner, key, {
      __proto__: null,
      get: (real) => (isMeant() ? value : real),
      set: (given) => {
        if (differs(given)) {
          isGivenUp = true;
        }
        return given;
      },
      keeps: "trapped",
    }, false);
  };
  if (followsAll) {
    forEachOwner(window, chain, fix);
  } else {
    trapChain(window, chain, fix);
  }
}

/**
 * Walks along a chain such as `a.b.c` and calls `install` with each object that is ever before its last
 * property, whether it exists or comes later.
 * @param {any} first @param {string} chain
 * @param {function(any, string): void} install
 */
function forEachOwner(first, chain, install) {
  const seen = new native.WeakMap();
  const follow = (owner, path) => {
    const known = native.weakGet(seen, owner);
    if (known !== undefined && native.indexOf(known, "\n" + path + "\n") !== -1) {
      return;
    }
    native.weakSet(seen, owner, (known ?? "\n") + path + "\n");
    const dot = native.indexOf(path, ".");
    if (dot === -1) {
      install(owner, path);
      return;
    }
    const key = native.slice(path, 0, dot);
    const rest = native.slice(path, dot + 1);
    const followed = (value) => {
      if (isObject(value)) {
        follow(value, rest);
      }
      return value;
    };
    try {
      followed(owner[key]);
    } catch {
      return;
    }
    if (isReplaceable(owner, key)) {
      trapProperty(owner, key, { __proto__: null, get: null, set: followed }, true);
    }
  };
  if (chain !== "") {
    follow(first, chain);
  }
}

/**
 * Returns whether the page can put another object in the place of a property, and may do so. The built-in functions of
 * the window, such as `Object`, stay what they are: pages would see an accessor instead, and do not replace them.
 */
function isReplaceable(owner, key) {
  for (let up = owner; up !== null; up = native.prototypeOf(up)) {
    const found = native.descriptor(up, key);
    if (found !== undefined) {
      const isBuiltIn = up === window && !found.enumerable && typeof found.value === "function";
      return found.set !== undefined || (found.writable === true && !isBuiltIn);
    }
  }
  return true;
}
