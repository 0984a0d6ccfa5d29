// needs: natives.js lists.js masks.js foreign-errors.js
/**
 * Replaces the function at the end of a chain, if it exists.
 * @param {string} chain @param {function(Function): Function} make
 */
function replaceAtChain(chain, make) {
  return atChain(chain, (holder, key) => replaceMethod(holder, key, make));
}

/**
 * Calls `act` with the objects that have the last property of a chain, until it returns true.
 * @param {string} chain @param {function(any, string): boolean} act
 */
function atChain(chain, act) {
  const keys = splitText(chain, ".");
  let owner = window;
  for (let i = 0; i + 1 < keys.length; i += 1) {
    owner = owner?.[keys[i]];
  }
  if (owner === undefined || owner === null || keys.length === 0) {
    return false;
  }
  const key = keys[keys.length - 1];
  // A method is replaced on the prototype that has it: `document.querySelector` belongs to Document.
  for (let holder = owner; holder !== null; holder = native.prototypeOf(holder)) {
    // A trap may exist there, even if the holder has no property of its own.
    if (native.descriptor(holder, key) !== undefined && act(holder, key)) {
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
