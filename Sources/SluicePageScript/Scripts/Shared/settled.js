// needs: natives.js
/**
 * Returns a promise that is already fulfilled or rejected.
 * @param {boolean} isResolved @param {any} [value]
 */
function settled(isResolved, value) {
  return new native.Promise((resolve, reject) => (isResolved ? resolve : reject)(value));
}
