// needs: natives.js foreign-errors.js
/**
 * The text of an argument of which the browser makes a text; null where it makes none. An object is asked for it once: the browser is then given
 * the text, or what throws the same. Asked again, one that calls the function would call it without end.
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
