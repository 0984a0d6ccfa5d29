// needs: natives.js lists.js state.js masks.js foreign-errors.js
/**
 * A handler for reads and assignments of a property. `get` gets the value and returns the value that the page
 * sees. `set` gets the assigned value and returns the value to keep. Both may throw. `keeps` determines what
 * an assignment to an object that inherits the property leaves there: a property of its own ("any", the
 * default), the same trap ("trapped"), or nothing, and nothing in the trap's owner either ("none").
 * @typedef {{get: (function(any): any) | null, set: (function(any, any): any) | null, keeps?: "any" | "trapped" | "none"}} TrapHandler
 */

/**
 * The traps of objects, by property. The first objects are in a list: they are the window's own objects, and
 * most frames have no others. Objects that come later may be released before the page is.
 */
const traps = { __proto__: null, first: newList(), others: null };
/** The maximum number of objects in the list. */
const firstOwners = 8;

/**
 * Walks along a chain such as `a.b.c` and calls `install` with the object before its last property. If an
 * object is missing on the way, it waits for the object.
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
 * Adds a handler to a property. Several handlers of one property run in the order of their filters.
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
 * Returns whether a property exists, so that a trap that throws leaves it configurable. If it does not exist,
 * a script that declares a function, class or variable of this name must fail to start, because its
 * declaration would bypass the trap.
 */
function isThere(owner, key) {
  return native.descriptor(owner, key) !== undefined;
}

/**
 * Prevents scripts that declare a name of the window from starting, if the name has a trap and the page has
 * not defined it yet.
 * @param {string} key
 */
function lockName(key) {
  const trap = knownTraps(window)?.[key];
  if (trap !== undefined && trap.isConfigurable && !trap.isOwn && native.descriptor(window, key)?.get === trap.accessors.get) {
    defineTrap(trap, false);
    return true;
  }
  return false;
}

/** Returns the traps of an object; undefined if it has none. @param {any} owner */
function knownTraps(owner) {
  const { first } = traps;
  for (let i = 0; i < first.length; i += 1) {
    if (first[i].owner === owner) {
      return first[i].known;
    }
  }
  return traps.others === null ? undefined : native.weakGet(traps.others, owner);
}

/**
 * Returns the traps of an object, and creates an empty set for an object without traps.
 * @param {any} owner
 */
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
    // A property that does not exist yet becomes enumerable when the page creates it. Only a window has
    // declarations, which must fail until then.
    configurable: isConfigurable || (!trap.isOwn && trap.owner !== window),
  });
}

/**
 * Makes a property visible that the page has just created. Until then, it is not enumerable. It is then the
 * last property of the object, as it would be without the trap.
 */
function showTrap(trap) {
  trap.isOwn = true;
  const found = native.descriptor(trap.owner, trap.key);
  if (found?.configurable && found.get === trap.accessors.get && native.reflectDelete(trap.owner, trap.key)) {
    trap.isShown = true;
    defineTrap(trap, trap.isConfigurable);
  }
}

/** Keeps a value that was assigned to an object that inherits the property. */
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
  // The object may not be extensible.
  native.reflectDefine(heir, trap.key, shown);
}

/** Calls an accessor behind a trap. */
function callAccessor(accessor, receiver, args) {
  try {
    return native.apply(accessor, receiver, args);
  } catch (error) {
    throw foreignError(error);
  }
}

/** Returns the value that the property would have without the trap. */
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

/** Returns the getter and the setter of a trapped property, which look like the browser's own functions. */
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

/**
 * Assigns through an accessor of the prototypes, such as `document.cookie`. Returns false if there is no
 * accessor.
 */
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
