// needs: natives.js lists.js masks.js constructors.js foreign-errors.js
/**
 * Replaces the function at the end of a chain, if it exists, for calls through the object that the chain
 * names: `sessionStorage.setItem` is not a function of `localStorage`. A constructor is replaced too; `make`
 * then gets a function that constructs.
 * @param {string} chain @param {function(Function): Function} make
 */
function replaceAtChain(chain, make) {
  const keys = splitText(chain, ".");
  let owner = window;
  for (let i = 0; i + 1 < keys.length; i += 1) {
    try {
      owner = owner?.[keys[i]];
    } catch {
      return false;
    }
  }
  if (owner === undefined || owner === null || keys.length === 0) {
    return false;
  }
  const key = keys[keys.length - 1];
  // The browser's methods are properties of prototypes. A property of the named object itself could be seen.
  for (let holder = owner; holder !== null; holder = native.prototypeOf(holder)) {
    const value = pageState.trapOf?.(holder, key)?.value ?? native.descriptor(holder, key)?.value;
    if (typeof value === "function") {
      const replace = isConstructor(value) ? replaceConstructible : replaceMethod;
      return replace(holder, key, holder === owner ? make : (original) => madeFor(owner, original, make(original)));
    }
  }
  return false;
}

/** Returns a function that calls `made` for an object and its heirs, and `original` for all others. */
function madeFor(owner, original, made) {
  return ({
    named() {
      return native.apply(isHeirOf(this ?? window, owner) ? made : original, this, arguments);
    },
  }).named;
}

/** Returns whether an object finds its methods in `owner`. @param {any} value */
function isHeirOf(value, owner) {
  for (let up = value; up !== null; up = native.prototypeOf(up)) {
    if (up === owner) {
      return true;
    }
  }
  return false;
}

/**
 * Changes the return value of the function at the end of a chain.
 * @param {string} chain @param {function(any): any} change
 */
function changeReturned(chain, change) {
  return replaceAtChain(chain, (original) => ({
    returned() {
      let value;
      try {
        value = native.apply(original, this, arguments);
      } catch (error) {
        throw foreignError(error);
      }
      return change(value);
    },
  }.returned));
}
