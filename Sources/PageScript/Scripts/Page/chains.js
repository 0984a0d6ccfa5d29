// needs: natives.js lists.js masks.js
/**
 * Puts a function in the place of the one at the end of a chain that is there.
 * @param {string} chain @param {function(Function): Function} make
 */
function replaceAtChain(chain, make) {
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
    if (native.descriptor(holder, key) !== undefined && replaceMethod(holder, key, make)) {
      return true;
    }
  }
  return false;
}
