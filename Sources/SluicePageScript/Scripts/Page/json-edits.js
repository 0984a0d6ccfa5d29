// needs: natives.js natives-language.js lists.js patterns.js json-queries.js json-places.js
/**
 * An edit of JSON. `kind` is the action on the values that the query selects. `value` is the value to set, or
 * the members to add, as JSON. `pattern` is the part of a text to replace.
 * @typedef {{query: JSONQuery, kind: "remove" | "set" | "add" | "replace", text: string, pattern: TextPattern | null}} JSONEdit
 */

/**
 * Parses `.a..b.*[?.c=="d"].e`. Alone, it removes the selected values; followed by `=JSON`, it sets them;
 * followed by `+={…}`, it adds members. Returns null for anything else.
 * @param {string} source
 * @param {boolean} isTrusted whether any value may be set
 * @param {string} dialect
 * @returns {JSONEdit | null}
 */
function readJSONEdit(source, isTrusted, dialect) {
  const isAdGuard = dialect === "adguard";
  const isQuoted = source.length > 1 && source[0] === "'" && native.endsWith(source, "'");
  const whole = isQuoted ? native.slice(source, 1, -1) : source;
  const isOfMembers = !isAdGuard && native.startsWith(whole, "v2:");
  const text = isOfMembers ? native.slice(whole, 3) : whole;
  const reader = { __proto__: null, text, at: 0, isAdGuard };
  const steps = text === "" ? null : readJSONSteps(reader);
  if (steps === null) {
    return null;
  }
  const query = { __proto__: null, steps, isAdGuard, isOfMembers, isOfObjects: false };
  const rest = native.slice(text, reader.at);
  if (rest === "") {
    return { __proto__: null, query, kind: "remove", text: "", pattern: null };
  }
  const isAdded = native.startsWith(rest, "+=");
  if (!isTrusted || (!isAdded && rest[0] !== "=")) {
    return null;
  }
  const json = native.slice(rest, isAdded ? 2 : 1);
  if (!isAdded && native.startsWith(json, "repl(") && native.endsWith(json, ")")) {
    return readJSONReplacement(query, native.slice(json, 5, -1));
  }
  try {
    const value = native.parse(json);
    if (isAdded && (typeof value !== "object" || value === null)) {
      return null;
    }
  } catch {
    return null;
  }
  return { __proto__: null, query, kind: isAdded ? "add" : "set", text: json, pattern: null };
}

/**
 * Parses `{"regex": …, "flags": …, "replacement": …}` or `{"pattern": …, "replacement": …}`.
 * @param {string} json
 */
function readJSONReplacement(query, json) {
  try {
    const given = native.parse(json);
    const { regex, pattern: literal, flags, replacement } = { __proto__: null, ...given };
    const source = typeof regex === "string" ? "/" + regex + "/" + (flags ?? "") : literal;
    const pattern = typeof source === "string" && typeof replacement === "string" ? readPattern(source, "ublock", false) : null;
    return pattern === null ? null : { __proto__: null, query, kind: "replace", text: replacement, pattern };
  } catch {
    return null;
  }
}

/** Returns the value that an edit sets. In a text, `${now}` stands for the time. @param {string} json */
function jsonValueOf(json) {
  const value = native.parse(json);
  const mark = "${now}";
  const at = typeof value === "string" ? native.indexOf(value, mark) : -1;
  return at === -1 ? value : native.slice(value, 0, at) + native.now() + native.slice(value, at + mark.length);
}

/**
 * Edits a value in place. Returns undefined if the edit selects nothing; otherwise the value, or what has
 * taken its place: null if the whole value is removed.
 * @param {any} value @param {JSONEdit} edit
 */
function editedJSON(value, edit) {
  const holder = { __proto__: null, "": value };
  const places = jsonPlaces(holder, edit.query);
  if (places.length === 0) {
    return undefined;
  }
  const lists = newList();
  const seen = new native.WeakSet();
  for (let i = places.length - 1; i >= 0; i -= 1) {
    const { owner, key } = places[i];
    if (edit.kind === "add") {
      addJSONMembers(owner[key], jsonValueOf(edit.text), edit.query.isOfObjects);
    } else if (edit.kind === "replace") {
      if (typeof owner[key] === "string") {
        setJSONMember(owner, key, replacePattern(edit.pattern, owner[key], edit.text), edit.query.isOfObjects);
      }
    } else if (edit.kind === "set") {
      setJSONMember(owner, key, jsonValueOf(edit.text), edit.query.isOfObjects);
    } else if (owner === holder) {
      // AdGuard never removes the whole value.
      holder[""] = edit.query.isAdGuard ? value : null;
    } else if (native.isArray(owner) && isDigits(native.String(key))) {
      // The elements keep their positions until all of them are known.
      setJSONMember(owner, key, removedElement, false);
      if (!native.marks(seen, owner)) {
        native.mark(seen, owner);
        push(lists, owner);
      }
    } else {
      native.reflectDelete(owner, key);
    }
  }
  for (let i = 0; i < lists.length; i += 1) {
    closeGaps(lists[i]);
  }
  return holder[""] ?? null;
}

/** An element of a list that an edit has removed, until the elements after it move. */
const removedElement = { __proto__: null };

function closeGaps(list) {
  let to = 0;
  for (let i = 0; i < list.length; i += 1) {
    if (list[i] !== removedElement) {
      if (to !== i) {
        setJSONMember(list, to, list[i], false);
      }
      to += 1;
    }
  }
  list.length = to;
}

function addJSONMembers(value, members, isOfObjects) {
  if (typeof value !== "object" || value === null || native.isArray(value)) {
    return;
  }
  const keys = ownKeysOf(members);
  for (let i = 0; i < keys.length; i += 1) {
    setJSONMember(value, keys[i], members[keys[i]], isOfObjects);
  }
}

/**
 * Sets a member. In JSON, this does not call a setter that a page has defined for all objects.
 * @param {boolean} isOfObjects whether the owner is an object of the page, with setters of its own
 */
function setJSONMember(owner, key, value, isOfObjects) {
  if (isOfObjects) {
    native.reflectSet(owner, key, value);
  } else {
    native.define(owner, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
  }
}
