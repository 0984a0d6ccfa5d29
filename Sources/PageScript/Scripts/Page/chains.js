// needs: natives.js lists.js masks.js foreign-errors.js
/**
 * Puts a function in the place of the one at the end of a chain that is there.
 * @param {string} chain @param {function(Function): Function} make
 */
function replaceAtChain(chain, make) {
  return atChain(chain, (holder, key) => replaceMethod(holder, key, make));
}

/**
 * Does something with the object that has the last property of a chain, until it says that it is done.
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
  // A method of a prototype is taken where it is: `document.querySelector` is Document's.
  for (let holder = owner; holder !== null; holder = native.prototypeOf(holder)) {
    // A trap may stand there, before nothing of the holder's own.
    if (native.descriptor(holder, key) !== undefined && act(holder, key)) {
      return true;
    }
  }
  return false;
}

/**
 * Has what a function at the end of a chain returns changed.
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
