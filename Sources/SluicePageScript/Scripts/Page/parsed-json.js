// needs: natives.js natives-language.js lists.js masks.js argument-text.js foreign-errors.js
/** The changes to the values that `JSON.parse` and `Response.json` return. */
const parsedJSON = { __proto__: null, changes: null };

/**
 * Adds a change to the values that `JSON.parse` and `Response.json` return.
 * @param {function(any, string | null): any} change gets an object and its text, if that is known. Returns
 *   the object to use instead, often the same, or undefined if nothing has changed
 */
function changeParsedJSON(change) {
  if (parsedJSON.changes === null) {
    parsedJSON.changes = newList();
    installParsedJSON();
  }
  push(parsedJSON.changes, change);
}

function installParsedJSON() {
  replaceMethod(JSON, "parse", (original) => ({
    parse(text, reviver) {
      const given = argumentText(arguments, 0);
      if (given === null) {
        return native.apply(original, this, arguments);
      }
      let value;
      try {
        value = native.apply(original, this, [given]);
      } catch {
        // The browser throws its own error, without a frame of this function.
        return native.apply(original, this, arguments);
      }
      const made = changedJSON(value, given);
      if (reviver === undefined) {
        return made === undefined ? value : made;
      }
      if (made !== undefined) {
        arguments[0] = native.stringify(made);
      }
      return native.apply(original, this, arguments);
    },
  }.parse));
  const changed = async (pending) => {
    let value;
    try {
      value = await pending;
    } catch (error) {
      throw foreignError(error);
    }
    const made = changedJSON(value, null);
    return made === undefined ? value : made;
  };
  replaceMethod(Response.prototype, "json", (original) => ({
    json() {
      return changed(native.apply(original, this, []));
    },
  }.json));
}

/** Returns what the changes make of a value; undefined if they change nothing. @param {string | null} text */
function changedJSON(value, text) {
  let made;
  let current = value;
  for (let i = 0; i < parsedJSON.changes.length && typeof current === "object" && current !== null; i += 1) {
    try {
      const other = parsedJSON.changes[i](current, text);
      if (other !== undefined) {
        made = other;
        current = other;
      }
    } catch {
      // The JSON is nested more deeply than the stack allows.
    }
  }
  return made;
}
