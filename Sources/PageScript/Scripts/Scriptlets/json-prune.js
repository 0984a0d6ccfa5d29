// needs: natives.js masks.js json-paths.js patterns.js stack.js
/** paths[, needed paths[, stack]]: deleted in what JSON.parse and Response.json return. */
function scriptlet_json_prune(tools, args) {
  const paths = readJSONPaths(args[0] ?? "");
  const needed = readJSONPaths(args[1] ?? "");
  const stackText = args[2] ?? "";
  const stack = stackText === "" ? null : readPattern(stackText, tools.dialect, true);
  if (paths.length === 0 || (stackText !== "" && stack === null)) {
    return;
  }
  const isMeant = () => stack === null || patternMatches(stack, callerStack());
  replaceMethod(JSON, "parse", (original) => ({
    parse(text, reviver) {
      let value;
      try {
        value = native.parse(text);
      } catch {
        // The browser's own error, without a frame of ours.
        return native.apply(original, this, arguments);
      }
      const isPruned = typeof value === "object" && value !== null && isMeant() && pruneJSON(value, paths, needed);
      if (reviver === undefined) {
        return value;
      }
      if (isPruned) {
        arguments[0] = native.stringify(value);
      }
      return native.apply(original, this, arguments);
    },
  }.parse));
  const prune = async (pending) => {
    const value = await pending;
    if (typeof value === "object" && value !== null) {
      pruneJSON(value, paths, needed);
    }
    return value;
  };
  replaceMethod(Response.prototype, "json", (original) => ({
    json() {
      return prune(native.apply(original, this, []));
    },
  }.json));
}
