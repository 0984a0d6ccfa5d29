// needs: natives.js natives-language.js lists.js
/**
 * Paths into JSON, separated by blanks, each a list of steps: names, `*`, `[]`, `{}`, `[-]`, `{-}`.
 * @param {string} text
 */
function readJSONPaths(text) {
  const paths = newList();
  const words = splitText(text, " ");
  for (let i = 0; i < words.length; i += 1) {
    push(paths, splitText(words[i], "."));
  }
  return paths;
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
    return true;
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
    if (isRemoval ? hasJSONPath(value[key], path, at + 1) : at === path.length - 1) {
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
