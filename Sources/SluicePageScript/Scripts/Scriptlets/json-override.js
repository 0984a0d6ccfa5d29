// needs: natives.js natives-language.js lists.js patterns.js constants.js json-paths.js json-edits.js parsed-json.js
// Adblock Plus: paths, value, needed paths, text
// required: 2
/**
 * Arguments: paths or a query that begins with `$`, value[, needed paths or query[, pattern of the JSON text]].
 * Sets the values in the results of JSON.parse and Response.json.
 */
function scriptlet_json_override(tools, args) {
  const found = readConstant(args[1], tools.dialect);
  const pattern = readPattern(args[3] ?? "", tools.dialect, false);
  const places = readPlaces(args[0], tools.dialect);
  const needed = readPlaces(args[2] ?? "", tools.dialect);
  if (found === null || pattern === null || places === null || needed === null || args[0] === "") {
    return;
  }
  changeParsedJSON((value, text) => {
    if (pattern.text !== "" && (text === null || !patternMatches(pattern, text))) {
      return undefined;
    }
    if (args[2] && !needed(value, null)) {
      return undefined;
    }
    return places(value, found) ? value : undefined;
  });
}

/**
 * Reads paths or a query. Returns a function that sets all values there, if a value is given, and returns
 * whether all paths are there, or any if it sets; null for an invalid query.
 * @param {string} text
 */
function readPlaces(text, dialect) {
  if (text[0] !== "$") {
    const paths = readJSONPaths(text, "ublock");
    return (value, found) => {
      let count = 0;
      for (let i = 0; i < paths.length; i += 1) {
        count += (found === null ? hasJSONPath(value, paths[i], 0) : setJSONPath(value, paths[i], 0, found)) ? 1 : 0;
      }
      return found === null ? count === paths.length : count > 0;
    };
  }
  const edit = readJSONEdit(text, false, dialect);
  if (edit === null) {
    return null;
  }
  return (value, found) => {
    const holder = { __proto__: null, "": value };
    const places = jsonPlaces(holder, edit.query);
    for (let i = 0; found !== null && i < places.length; i += 1) {
      if (places[i].owner !== holder) {
        setJSONMember(places[i].owner, places[i].key, found.value, false);
      }
    }
    return places.length > 0;
  };
}

/** Sets the values at a path. Returns whether there was any. */
function setJSONPath(value, path, at, found) {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  const step = path[at];
  const keys = stepKeys(value, step);
  const isWhole = step === "[-]" || step === "{-}";
  let isChanged = false;
  for (let i = 0; i < keys.length; i += 1) {
    if (isWhole ? hasJSONPath(value[keys[i]], path, at + 1) : at === path.length - 1) {
      setJSONMember(value, keys[i], found.value, false);
      isChanged = true;
    } else if (!isWhole && setJSONPath(value[keys[i]], path, at + 1, found)) {
      isChanged = true;
    }
  }
  return isChanged;
}
