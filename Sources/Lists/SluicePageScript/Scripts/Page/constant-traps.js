// needs: natives.js traps.js stack.js patterns.js
/**
 * Fixes the value of a property, unless the page assigns a value of another type.
 * @param {string} chain @param {any} value
 * @param {TextPattern | null} stack the stack of the callers that get the value; null for all callers
 * @param {any} start the object at which the chain starts
 */
function fixProperty(chain, value, stack, start = window) {
  trapChain(start, chain, (owner, key) => {
    let isGivenUp = false;
    const differs = (other) =>
      other !== undefined && other !== null && value !== undefined && value !== null && typeof other !== typeof value;
    let current;
    try {
      current = owner[key];
    } catch {
      return;
    }
    if (differs(current)) {
      return;
    }
    const isMeant = () => !isGivenUp && (stack === null || patternMatches(stack, callerStack()));
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
  });
}
