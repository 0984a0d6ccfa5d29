// needs: natives.js natives-language.js lists.js patterns.js
/** What stands in AdGuard's paths between them and the value that is asked for. */
const jsonValueMark = ".[=].";

/**
 * Paths into JSON, separated by blanks, each a list of steps: names, `*`, `[]`, `{}`, `[-]`, `{-}`. `wanted` is what its end must be, in a list
 * of one; null for anything.
 * @param {string} text @param {string} dialect AdGuard has `path.[=].value`
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
      // In a regex blanks are blanks.
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

/** A regex, or what a word of JSON says, or text. @param {string} text */
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

/** Whether a value is what the end of a path must be. */
function isPathEnd(path, value) {
  if (path.wanted === null) {
    return true;
  }
  const wanted = path.wanted[0];
  return typeof wanted === "object" && wanted !== null ? typeof value === "string" && patternMatches(wanted, value) : value === wanted;
}

/** The keys into which a step leads. */
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

/** Whether a value has a path. */
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

/** Deletes what a path leads to; says whether there was anything. */
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
 * Deletes paths in a value that has all that it must have; says whether there was anything.
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
