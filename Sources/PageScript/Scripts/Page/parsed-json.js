// needs: natives.js natives-language.js masks.js
/**
 * Has what `JSON.parse` and `Response.json` return changed.
 * @param {function(any): boolean} change changes an object in place, and says whether it has
 */
function changeParsedJSON(change) {
  const isChanged = (value) => {
    try {
      return typeof value === "object" && value !== null && change(value);
    } catch {
      // JSON that is deeper than the stack.
      return false;
    }
  };
  replaceMethod(JSON, "parse", (original) => ({
    parse(text, reviver) {
      let value;
      try {
        value = native.parse(text);
      } catch {
        // The browser's own error, without a frame of ours.
        return native.apply(original, this, arguments);
      }
      const isOther = isChanged(value);
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
    const value = await pending;
    isChanged(value);
    return value;
  };
  replaceMethod(Response.prototype, "json", (original) => ({
    json() {
      return changed(native.apply(original, this, []));
    },
  }.json));
}
