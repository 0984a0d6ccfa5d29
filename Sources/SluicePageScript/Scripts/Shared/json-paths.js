// needs: natives.js natives-language.js lists.js patterns.js
/** The separator between AdGuard's paths and the required value. */
const jsonValueMark = ".[=].";

/**
 * Parses paths into JSON, separated by spaces. Each is a list of steps: names, `*`, `[]`, `{}`, `[-]`, `{-}`.
 * `wanted` is a list with the value that the end must have; null for any value.
 * @param {string} text @param {string} dialect only AdGuard has `path.[=].value`
 */
function readJSONPaths(text, dialect) {
  const paths = newList();
  const words = splitText(text, " ");
  for (let i = 0; i < words.length; i += 1) {
    let word = words[i];
    const mark = dialect === "adguard" ? native.indexOf(word, jsonValueMark) : -1;
    const path = splitText(mark === -1 ? word : native.slice(word, 0, mark), ".");
    path.wanted = null;
    if (mark !== -1) {
      let value = native.slice(word, mark + jsonValueMark.length);
      // Spaces in a regex do not separate paths.
      while (value[0] === "/" && endOfPattern(value) === -1 && i + 1 < words.length) {
        i += 1;
        value += " " + words[i];
      }
      path.wanted = newList();
      push(path.wanted, readPathValue(value));
    }
    push(paths, path);
  }
  return paths;
}

/** Parses a regex, a word of JSON, or text. @param {string} text */
function readPathValue(text) {
  const pattern = readPattern(text, "adguard", false);
  if (pattern !== null && pattern.regex !== null) {
    return pattern;
  }
  if (text === "undefined") {
    return undefined;
  }
  try {
    const value = native.parse(text);
    return typeof value === "object" && value !== null ? text : value;
  } catch {
    return text;
  }
}

/** Returns whether a value is a valid end of a path. */
function isPathEnd(path, value) {
  if (path.wanted === null) {
    return true;
  }
  const wanted = path.wanted[0];
  return typeof wanted === "object" && wanted !== null ? typeof value === "string" && patternMatches(wanted, value) : value === wanted;
}

/** Returns the keys that a step selects. */
function stepKeys(value, step) {
  const keys = newList();
  const isList = native.isArray(value);
  const isEach = step === "*" || (step === "[]" || step === "[-]" ? isList : (step === "{}" || step === "{-}") && !isList);
  if (isEach) {
    const own = native.ownKeys(value);
    for (let i = 0; i < own.length; i += 1) {
      if (!(isList && own[i] === "length") && typeof own[i] === "string") {
        push(keys, own[i]);
      }
    }
  } else if (native.hasOwn(value, step)) {
    push(keys, step);
  }
  return keys;
}

/** Returns whether a value has a path. */
function hasJSONPath(value, path, at) {
  if (at === path.length) {
    return isPathEnd(path, value);
  }
  if (typeof value !== "object" || value === null) {
    return false;
  }
  const keys = stepKeys(value, path[at]);
  for (let i = 0; i < keys.length; i += 1) {
    if (hasJSONPath(value[keys[i]], path, at + 1)) {
      return true;
    }
  }
  return false;
}

/** Deletes the values at a path. Returns whether there was anything to delete. */
function deleteJSONPath(value, path, at) {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  const step = path[at];
  const keys = stepKeys(value, step);
  const isRemoval = step === "[-]" || step === "{-}";
  let isChanged = false;
  for (let i = keys.length - 1; i >= 0; i -= 1) {
    const key = keys[i];
    if (isRemoval ? hasJSONPath(value[key], path, at + 1) : at === path.length - 1 && isPathEnd(path, value[key])) {
      removeMember(value, key);
      isChanged = true;
    } else if (!isRemoval && deleteJSONPath(value[key], path, at + 1)) {
      isChanged = true;
    }
  }
  return isChanged;
}

function removeMember(value, key) {
  if (!native.isArray(value)) {
    delete value[key];
    return;
  }
  const from = native.Number(key);
  if (from !== from) {
    delete value[key];
    return;
  }
  for (let i = from; i + 1 < value.length; i += 1) {
    value[i] = value[i + 1];
  }
  value.length -= 1;
}

/**
 * Deletes paths from a value, if the value has all needed paths. Returns whether there was anything to
 * delete.
 * @param {any} value
 */
function pruneJSON(value, paths, needed) {
  for (let i = 0; i < needed.length; i += 1) {
    if (!hasJSONPath(value, needed[i], 0)) {
      return false;
    }
  }
  let isChanged = false;
  for (let i = 0; i < paths.length; i += 1) {
    if (deleteJSONPath(value, paths[i], 0)) {
      isChanged = true;
    }
  }
  return isChanged;
}
