// needs: natives.js lists.js patterns.js storage-values.js
/**
 * Sets an item, or removes items with `$remove$`.
 * @param {"localStorage" | "sessionStorage"} name @param {string} key @param {string} value
 * @param {boolean} isTrusted whether any text may be stored
 */
function setStorageItem(name, key, value, isTrusted, dialect) {
  if (key === "") {
    return;
  }
  let storage;
  try {
    storage = window[name];
  } catch {
    // The frame has no storage.
    return;
  }
  if (storage === null || storage === undefined) {
    return;
  }
  const owner = Storage.prototype;
  const set = native.free(owner.setItem);
  const remove = native.free(owner.removeItem);
  const get = native.free(owner.getItem);
  if (value === "$remove$") {
    removeItems(storage, key, remove, dialect);
    return;
  }
  const text = isTrusted ? expandTimes(value) : storedValue(value, dialect);
  if (text === null) {
    return;
  }
  try {
    if (get(storage, key) !== text) {
      set(storage, key, text);
    }
  } catch {
    // The storage is full, or access is forbidden.
  }
}

function removeItems(storage, key, remove, dialect) {
  const pattern = readPattern(key, dialect, false);
  if (pattern === null) {
    return;
  }
  if (pattern.regex === null) {
    remove(storage, key);
    return;
  }
  const names = native.ownKeys(storage);
  for (let i = 0; i < names.length; i += 1) {
    if (typeof names[i] === "string" && patternMatches(pattern, names[i])) {
      remove(storage, names[i]);
    }
  }
}

/** Replaces `$now$`, `$currentDate$` and `$currentISODate$` with the current time. @param {string} text */
function expandTimes(text) {
  const now = native.now();
  const date = new native.Date(now);
  const marks = ["$now$", native.String(now), "$currentDate$", native.String(date), "$currentISODate$", date.toISOString()];
  let made = text;
  for (let i = 0; i < marks.length; i += 2) {
    for (let at = native.indexOf(made, marks[i]); at !== -1; at = native.indexOf(made, marks[i])) {
      made = native.slice(made, 0, at) + marks[i + 1] + native.slice(made, at + marks[i].length);
    }
  }
  return made;
}
