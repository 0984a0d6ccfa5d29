// needs: natives.js
/**
 * A promise that is kept or broken already.
 * @param {boolean} isResolved @param {any} [value]
 */
function settled(isResolved, value) {
  return new native.Promise((resolve, reject) => (isResolved ? resolve : reject)(value));
}
