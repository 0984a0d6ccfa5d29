// needs: natives.js
/**
 * The text of an argument of which the browser makes a text; null where it makes none. An object is asked for it once: the browser is then given
 * the text. One that throws is asked again by the browser, in whose error there is no frame of ours.
 * @param {IArguments} args @param {number} at
 * @returns {string | null}
 */
function argumentText(args, at) {
  const value = args[at];
  if (typeof value === "symbol") {
    return null;
  }
  if (typeof value !== "object" && typeof value !== "function") {
    return native.String(value);
  }
  try {
    const text = native.String(value);
    if (value !== null) {
      args[at] = text;
    }
    return text;
  } catch {
    return null;
  }
}
