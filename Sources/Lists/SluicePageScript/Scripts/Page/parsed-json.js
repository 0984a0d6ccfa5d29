// needs: natives.js natives-language.js lists.js masks.js argument-text.js foreign-errors.js
/** The changes to the values that `JSON.parse` and `Response.json` return. */
const parsedJSON = { __proto__: null, changes: null };

/**
 * Adds a change to the values that `JSON.parse` and `Response.json` return.
 * @param {function(any): boolean} change changes an object in place, and returns whether it has changed
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
      const isOther = isParsedJSONChanged(value);
      if (reviver === undefined) {
        return value;
      }
      if (isOther) {
        arguments[0] = native.stringify(value);
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
    isParsedJSONChanged(value);
    return value;
  };
  replaceMethod(Response.prototype, "json", (original) => ({
    json() {
      return changed(native.apply(original, this, []));
    },
  }.json));
}

/** @param {any} value */
function isParsedJSONChanged(value) {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  let isChanged = false;
  for (let i = 0; i < parsedJSON.changes.length; i += 1) {
    try {
      isChanged = parsedJSON.changes[i](value) || isChanged;
    } catch {
      // The JSON is nested more deeply than the stack allows.
    }
  }
  return isChanged;
}
