// needs: natives.js foreign-errors.js
/**
 * Returns the text of an argument that the browser converts to a text; null if it does not. An object is
 * converted only once. The browser then gets the text, or an object that throws the same error. If the
 * browser converted it again, an object that calls the function would cause endless recursion.
 * @param {IArguments} args @param {number} at
 * @returns {string | null}
 */
function argumentText(args, at) {
  const value = args[at];
  if (typeof value === "symbol") {
    return null;
  }
  if ((typeof value !== "object" && typeof value !== "function") || value === null) {
    return native.String(value);
  }
  try {
    args[at] = native.String(value);
    return args[at];
  } catch (error) {
    args[at] = {
      __proto__: null,
      toString() {
        throw foreignError(error);
      },
    };
    return null;
  }
}
