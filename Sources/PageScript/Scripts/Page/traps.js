// needs: natives.js lists.js state.js masks.js foreign-errors.js
/**
 * What is done when a property is read or assigned. `get` takes the value and returns what the page sees; `set` takes what
 * is assigned and returns what is kept. Both may throw. `keeps` says what an assignment to an object that inherits the property leaves: a
 * property of its own ("any", the default), the same trap ("trapped"), or nothing, of the trap's owner too ("none").
 * @typedef {{get: (function(any): any) | null, set: (function(any, any): any) | null, keeps?: "any" | "trapped" | "none"}} TrapHandler
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
      __proto__: null, owner, key, old, value: old?.value, isOwn: old !== undefined, isShown: old?.enumerable ?? false, handlers: newList(),
      isConfigurable: true, keeps: "any", heirs: null,
    };
    try {
      defineTrap(trap, isConfigurable);
    } catch {
      return false;
    }
    known[key] = trap;
    pageState.trapOf ??= (object, name) => knownTraps(object)?.[name];
  } else if (trap.isConfigurable && !isConfigurable) {
    defineTrap(trap, false);
  }
  if (handler.keeps === "none" || (handler.keeps === "trapped" && trap.keeps === "any")) {
    trap.keeps = handler.keeps;
  }
  push(trap.handlers, handler);
  return true;
}

/**
 * Whether a property is there, so that a trap that ends whoever comes to it leaves it configurable. Where it is not, a script that declares a
 * function, a class or a variable of this name cannot begin: no trap would be asked otherwise.
 */
function isThere(owner, key) {
  return native.descriptor(owner, key) !== undefined;
}

/** Keeps scripts that declare a name of the window's from beginning, if a trap is there and the page has nothing of this name yet. @param {string} key */
function lockName(key) {
  const trap = knownTraps(window)?.[key];
  if (trap !== undefined && trap.isConfigurable && !trap.isOwn && native.descriptor(window, key)?.get === trap.accessors.get) {
    defineTrap(trap, false);
    return true;
  }
  return false;
}

/** The traps of an object; undefined where it has none. @param {any} owner */
function knownTraps(owner) {
  const { first } = traps;
  for (let i = 0; i < first.length; i += 1) {
    if (first[i].owner === owner) {
      return first[i].known;
    }
  }
  return traps.others === null ? undefined : native.weakGet(traps.others, owner);
}

/** The same, with a place for the first. @param {any} owner */
function trapsOf(owner) {
  let known = knownTraps(owner);
  if (known === undefined) {
    known = { __proto__: null };
    if (traps.first.length < firstOwners) {
      push(traps.first, { __proto__: null, owner, known });
    } else {
      traps.others ??= new native.WeakMap();
      native.weakSet(traps.others, owner, known);
    }
  }
  return known;
}

function defineTrap(trap, isConfigurable) {
  trap.accessors ??= accessorsOf(trap);
  trap.isConfigurable = isConfigurable;
  native.define(trap.owner, trap.key, {
    __proto__: null,
    get: trap.accessors.get,
    set: trap.accessors.set,
    enumerable: trap.isShown,
    // What is not there yet is shown when it comes. Only a window has declarations, which must fail before.
    configurable: isConfigurable || (!trap.isOwn && trap.owner !== window),
  });
}

/**
 * Shows a property that the page has just made: until then it is in no list of the object's properties, and now behind all others, where it would
 * be without the trap.
 */
function showTrap(trap) {
  trap.isOwn = true;
  const found = native.descriptor(trap.owner, trap.key);
  if (found?.configurable && found.get === trap.accessors.get && native.reflectDelete(trap.owner, trap.key)) {
    trap.isShown = true;
    defineTrap(trap, trap.isConfigurable);
  }
}

/** Keeps a value that has been assigned to an object which has the property from its prototype. */
function keepOfHeir(trap, heir, value) {
  const shown = { __proto__: null, enumerable: true, configurable: true };
  if (trap.keeps === "trapped") {
    trap.heirs ??= new native.WeakMap();
    native.weakSet(trap.heirs, heir, { __proto__: null, value });
    shown.get = trap.accessors.get;
    shown.set = trap.accessors.set;
  } else {
    shown.value = value;
    shown.writable = true;
  }
  // An object may take no more properties.
  native.reflectDefine(heir, trap.key, shown);
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
  if (trap.heirs !== null && receiver !== trap.owner) {
    const kept = native.weakGet(trap.heirs, receiver);
    if (kept !== undefined) {
      return kept.value;
    }
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
      } else if (trap.old?.get !== undefined || trap.keeps === "none") {
        return;
      } else if (receiver !== trap.owner) {
        if (isObject(receiver)) {
          keepOfHeir(trap, receiver, value);
        }
      } else if (!setInherited(trap, receiver, value)) {
        trap.value = value;
        if (!trap.isOwn) {
          showTrap(trap);
        }
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
