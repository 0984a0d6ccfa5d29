// needs: natives.js lists.js state.js masks.js foreign-errors.js
/**
 * What is done when a property is read or assigned. `get` takes the value and returns what the page sees; `set` takes what
 * is assigned and returns what is kept. Both may throw.
 * @typedef {{get: (function(any): any) | null, set: (function(any, any): any) | null}} TrapHandler
 */

/**
 * The traps of objects, by property. Those of the first objects are in a list: they are the window's own, and in most frames there are
 * no others. What comes later may be gone before the page is.
 */
const traps = { __proto__: null, first: newList(), others: null };
/** How many objects are in the list. */
const firstOwners = 8;

/**
 * Walks along a chain such as `a.b.c` and calls `install` with the object before its last property. What is missing on the way is
 * waited for.
 * @param {any} owner @param {string} chain
 * @param {function(any, string): void} install
 */
function trapChain(owner, chain, install) {
  const dot = native.indexOf(chain, ".");
  if (dot === -1) {
    if (chain !== "") {
      install(owner, chain);
    }
    return;
  }
  const key = native.slice(chain, 0, dot);
  const rest = native.slice(chain, dot + 1);
  let next;
  try {
    next = owner[key];
  } catch {
    return;
  }
  if (isObject(next)) {
    trapChain(next, rest, install);
    return;
  }
  const follow = (value) => {
    if (isObject(value)) {
      trapChain(value, rest, install);
    }
    return value;
  };
  trapProperty(owner, key, { __proto__: null, get: null, set: follow }, true);
}

/** @param {any} value */
function isObject(value) {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/**
 * Adds a handler to a property. Several handlers of one property are asked in the order of their filters.
 * @param {any} owner @param {string} key @param {TrapHandler} handler
 * @param {boolean} isConfigurable whether a page may declare a function or variable of this name
 */
function trapProperty(owner, key, handler, isConfigurable) {
  const known = trapsOf(owner);
  let trap = known[key];
  if (trap === undefined) {
    const old = native.descriptor(owner, key);
    if (old !== undefined && !old.configurable) {
      return false;
    }
    trap = {
      __proto__: null, owner, key, old, value: old?.value, isOwn: old !== undefined, handlers: newList(), isConfigurable: true,
    };
    try {
      defineTrap(trap, isConfigurable);
    } catch {
      return false;
    }
    known[key] = trap;
  } else if (trap.isConfigurable && !isConfigurable) {
    defineTrap(trap, false);
  }
  push(trap.handlers, handler);
  return true;
}

/** @param {any} owner */
function trapsOf(owner) {
  const { first } = traps;
  for (let i = 0; i < first.length; i += 1) {
    if (first[i].owner === owner) {
      return first[i].known;
    }
  }
  let known = traps.others === null ? undefined : native.weakGet(traps.others, owner);
  if (known === undefined) {
    known = { __proto__: null };
    if (first.length < firstOwners) {
      push(first, { __proto__: null, owner, known });
    } else {
      traps.others ??= new native.WeakMap();
      native.weakSet(traps.others, owner, known);
    }
  }
  return known;
}

function defineTrap(trap, isConfigurable) {
  trap.accessors ??= accessorsOf(trap);
  native.define(trap.owner, trap.key, {
    __proto__: null,
    get: trap.accessors.get,
    set: trap.accessors.set,
    enumerable: trap.old?.enumerable ?? true,
    configurable: isConfigurable,
  });
  trap.isConfigurable = isConfigurable;
}

/** Calls an accessor that a trap stands before. */
function callAccessor(accessor, receiver, args) {
  try {
    return native.apply(accessor, receiver, args);
  } catch (error) {
    throw foreignError(error);
  }
}

/** What the property would be without the trap. */
function trappedValue(trap, receiver) {
  if (trap.old?.get !== undefined) {
    return callAccessor(trap.old.get, receiver, []);
  }
  if (trap.isOwn) {
    return trap.value;
  }
  const prototype = native.prototypeOf(trap.owner);
  return prototype === null ? undefined : native.reflectGet(prototype, trap.key, receiver);
}

/** The getter and the setter of a trapped property, as if they were the browser's own. */
function accessorsOf(trap) {
  const { key } = trap;
  const accessors = native.descriptor({
    get [key]() {
      const receiver = this ?? trap.owner;
      let value = trappedValue(trap, receiver);
      for (let i = 0; i < trap.handlers.length; i += 1) {
        const handler = trap.handlers[i];
        if (handler.get !== null) {
          value = handler.get(value);
        }
      }
      return value;
    },
    set [key](given) {
      const receiver = this ?? trap.owner;
      let value = given;
      for (let i = 0; i < trap.handlers.length; i += 1) {
        const handler = trap.handlers[i];
        if (handler.set !== null) {
          value = handler.set(value, trap);
        }
      }
      if (trap.old?.set !== undefined) {
        callAccessor(trap.old.set, receiver, [value]);
      } else if (trap.old?.get !== undefined) {
        return;
      } else if (receiver !== trap.owner && isObject(receiver) && receiver !== window) {
        // An object that has the trap from its prototype.
        native.define(receiver, trap.key, {
          __proto__: null, value, writable: true, enumerable: true, configurable: true,
        });
      } else if (!setInherited(trap, receiver, value)) {
        trap.isOwn = true;
        trap.value = value;
      }
    },
  }, key);
  maskText(accessors.get, key);
  maskText(accessors.set, key);
  return accessors;
}

/** Assigns through an accessor of the prototypes, such as `document.cookie`; false if there is none. */
function setInherited(trap, receiver, value) {
  if (trap.isOwn) {
    return false;
  }
  for (let up = native.prototypeOf(trap.owner); up !== null; up = native.prototypeOf(up)) {
    const found = native.descriptor(up, trap.key);
    if (found !== undefined) {
      if (found.set !== undefined) {
        callAccessor(found.set, receiver, [value]);
        return true;
      }
      return false;
    }
  }
  return false;
}
