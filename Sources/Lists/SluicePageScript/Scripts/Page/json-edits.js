// needs: natives.js natives-language.js lists.js patterns.js json-paths.js
/**
 * An edit of JSON. `kind` is the action on the values that the steps select. `text` is the JSON to set, or
 * the JSON with the members to add. `pattern` is the part of a text to replace.
 * @typedef {{steps: JSONStep[], kind: "remove" | "set" | "add" | "replace", text: string, pattern: TextPattern | null}} JSONEdit
 * A step: to a member (`.name`), to all members (`.*`), both optionally at any depth (`..name`), or a
 * condition on the value itself (`[?…]`).
 * @typedef {{kind: "member" | "each" | "if", name: string, isDeep: boolean, condition: JSONCondition | null}} JSONStep
 * @typedef {{steps: JSONStep[], isNegated: boolean, operator: string, value: any}} JSONCondition
 */

/**
 * Parses `.a..b.*[?.c=="d"].e`. Alone, it removes the selected values; followed by `=JSON`, it sets them;
 * followed by `+={…}`, it adds members. Returns null for anything else.
 * @param {string} source
 * @param {boolean} isTrusted whether any value may be set
 * @returns {JSONEdit | null}
 */
function readJSONEdit(source, isTrusted) {
  const isQuoted = source.length > 1 && source[0] === "'" && native.endsWith(source, "'");
  const text = isQuoted ? native.slice(source, 1, -1) : source;
  const reader = { __proto__: null, text, at: text[0] === "$" ? 1 : 0 };
  const steps = readJSONSteps(reader);
  if (steps === null) {
    return null;
  }
  const rest = native.slice(text, reader.at);
  if (rest === "") {
    return steps.length === 0 ? null : { __proto__: null, steps, kind: "remove", text: "", pattern: null };
  }
  const isAdded = native.startsWith(rest, "+=");
  if (!isTrusted || (!isAdded && rest[0] !== "=")) {
    return null;
  }
  const json = native.slice(rest, isAdded ? 2 : 1);
  if (!isAdded && native.startsWith(json, "repl(") && native.endsWith(json, ")")) {
    return readJSONReplacement(steps, native.slice(json, 5, -1));
  }
  try {
    const value = native.parse(json);
    if (isAdded && (typeof value !== "object" || value === null)) {
      return null;
    }
  } catch {
    return null;
  }
  return { __proto__: null, steps, kind: isAdded ? "add" : "set", text: json, pattern: null };
}

/**
 * Parses `{"regex": …, "flags": …, "replacement": …}` or `{"pattern": …, "replacement": …}`.
 * @param {string} json
 */
function readJSONReplacement(steps, json) {
  try {
    const given = native.parse(json);
    const { regex, pattern: literal, flags, replacement } = { __proto__: null, ...given };
    const source = typeof regex === "string" ? "/" + regex + "/" + (flags ?? "") : literal;
    const pattern = typeof source === "string" && typeof replacement === "string" ? readPattern(source, "ublock", false) : null;
    return pattern === null ? null : { __proto__: null, steps, kind: "replace", text: replacement, pattern };
  } catch {
    return null;
  }
}

/** Returns the value that an edit sets. In texts, `${now}` stands for the time. @param {string} json */
function jsonValueOf(json) {
  const mark = "${now}";
  let made = json;
  for (let at = native.indexOf(made, mark); at !== -1; at = native.indexOf(made, mark)) {
    made = native.slice(made, 0, at) + native.now() + native.slice(made, at + mark.length);
  }
  return native.parse(made);
}

/** @returns {JSONStep[] | null} null if the text is not a path */
function readJSONSteps(reader) {
  const steps = newList();
  for (;;) {
    const sign = reader.text[reader.at];
    if (sign === ".") {
      const isDeep = reader.text[reader.at + 1] === ".";
      reader.at += isDeep ? 2 : 1;
      if (reader.text[reader.at] === "[" && !isDeep) {
        continue;
      }
      const step = readJSONName(reader, isDeep);
      if (step === null) {
        return null;
      }
      push(steps, step);
    } else if (sign === "[") {
      const step = readJSONBracket(reader);
      if (step === null) {
        return null;
      }
      push(steps, step);
    } else {
      return steps;
    }
  }
}

function jsonStep(kind, name, isDeep, condition) {
  return { __proto__: null, kind, name, isDeep, condition };
}

function readJSONName(reader, isDeep) {
  const start = reader.at;
  if (reader.text[start] === "*") {
    reader.at += 1;
    return jsonStep("each", "", isDeep, null);
  }
  while (reader.at < reader.text.length) {
    const sign = reader.text[reader.at];
    const ends = sign === "$" ? reader.text[reader.at + 1] === "=" : native.indexOf(".[]=!^*<>+'\" ", sign) !== -1;
    if (ends) {
      break;
    }
    reader.at += 1;
  }
  return reader.at === start ? null : jsonStep("member", native.slice(reader.text, start, reader.at), isDeep, null);
}

/** Parses `[?condition]`, `["name"]`, `[0]` or `[*]`. */
function readJSONBracket(reader) {
  reader.at += 1;
  const sign = reader.text[reader.at];
  let step;
  if (sign === "?") {
    reader.at += 1;
    const condition = readJSONCondition(reader);
    step = condition === null ? null : jsonStep("if", "", false, condition);
  } else if (sign === "'" || sign === '"') {
    const name = readJSONQuoted(reader);
    step = name === null ? null : jsonStep("member", name, false, null);
  } else {
    step = readJSONName(reader, false);
  }
  if (step === null || reader.text[reader.at] !== "]") {
    return null;
  }
  reader.at += 1;
  return step;
}

/** The operators. Longer ones come first, because the first one that matches counts. */
const jsonOperators = ["==", "!=", "^=", "$=", "*=", ">=", "<=", "=", ">", "<"];

/** @returns {JSONCondition | null} */
function readJSONCondition(reader) {
  const isNegated = reader.text[reader.at] === "!";
  if (isNegated) {
    reader.at += 1;
  }
  const steps = readJSONSteps(reader);
  if (steps === null || steps.length === 0) {
    return null;
  }
  const condition = { __proto__: null, steps, isNegated, operator: "", value: undefined };
  if (reader.text[reader.at] === "]") {
    return condition;
  }
  for (let i = 0; i < jsonOperators.length && condition.operator === ""; i += 1) {
    if (native.startsWith(reader.text, jsonOperators[i], reader.at)) {
      condition.operator = jsonOperators[i];
    }
  }
  if (condition.operator === "") {
    return null;
  }
  reader.at += condition.operator.length;
  const value = readJSONOperand(reader);
  condition.value = value;
  // Only regexes have a single `=`.
  return value === undefined || (condition.operator === "=") !== isJSONRegex(value) ? null : condition;
}

/** @param {any} value */
function isJSONRegex(value) {
  return typeof value === "object" && value !== null;
}

/**
 * Parses a text in quotes, a regex as a pattern, or a number or word of JSON. Returns undefined for anything
 * else.
 */
function readJSONOperand(reader) {
  const sign = reader.text[reader.at];
  if (sign === "'" || sign === '"') {
    return readJSONQuoted(reader) ?? undefined;
  }
  const start = reader.at;
  if (sign === "/") {
    do {
      reader.at += reader.text[reader.at] === "\\" ? 2 : 1;
    } while (reader.at < reader.text.length && reader.text[reader.at] !== "/");
    while (reader.at < reader.text.length && reader.text[reader.at] !== "]") {
      reader.at += 1;
    }
    const pattern = readPattern(native.slice(reader.text, start, reader.at), "ublock");
    return pattern === null || pattern.regex === null ? undefined : pattern;
  }
  while (reader.at < reader.text.length && reader.text[reader.at] !== "]") {
    reader.at += 1;
  }
  try {
    const value = native.parse(native.slice(reader.text, start, reader.at));
    return typeof value === "object" && value !== null ? undefined : value;
  } catch {
    return undefined;
  }
}

/**
 * Parses a text in quotes, in which a backslash makes the next character literal. Returns null if the end is
 * missing.
 */
function readJSONQuoted(reader) {
  const quote = reader.text[reader.at];
  let made = "";
  for (let i = reader.at + 1; i < reader.text.length; i += 1) {
    if (reader.text[i] === quote) {
      reader.at = i + 1;
      return made;
    }
    if (reader.text[i] === "\\") {
      i += 1;
    }
    made += reader.text[i] ?? "";
  }
  return null;
}

/**
 * Returns the places that the steps select in a value, each with an owner and a key. The value itself has the
 * key "" of `holder`.
 */
function jsonPlaces(holder, steps) {
  let places = newList();
  push(places, { __proto__: null, owner: holder, key: "" });
  for (let s = 0; s < steps.length; s += 1) {
    const step = steps[s];
    const next = newList();
    for (let i = 0; i < places.length; i += 1) {
      const value = places[i].owner[places[i].key];
      if (step.kind === "if") {
        if (holdsJSONCondition(value, step.condition)) {
          push(next, places[i]);
        }
      } else {
        addJSONPlaces(value, step, next);
      }
    }
    places = next;
  }
  return places;
}

function addJSONPlaces(value, step, places) {
  if (typeof value !== "object" || value === null) {
    return;
  }
  const keys = stepKeys(value, step.kind === "each" ? "*" : step.name);
  for (let i = 0; i < keys.length; i += 1) {
    push(places, { __proto__: null, owner: value, key: keys[i] });
  }
  if (step.isDeep) {
    const all = stepKeys(value, "*");
    for (let i = 0; i < all.length; i += 1) {
      addJSONPlaces(value[all[i]], step, places);
    }
  }
}

/** @param {any} value @param {JSONCondition} condition */
function holdsJSONCondition(value, condition) {
  const places = jsonPlaces({ __proto__: null, "": value }, condition.steps);
  for (let i = 0; i < places.length; i += 1) {
    if (isJSONValue(places[i].owner[places[i].key], condition)) {
      return !condition.isNegated;
    }
  }
  return condition.isNegated;
}

/** @param {any} value @param {JSONCondition} condition */
function isJSONValue(value, condition) {
  const wanted = condition.value;
  switch (condition.operator) {
    case "": return true;
    case "==": return value === wanted;
    case "!=": return value !== wanted;
    case ">": return value > wanted;
    case "<": return value < wanted;
    case ">=": return value >= wanted;
    case "<=": return value <= wanted;
  }
  if (typeof value !== "string") {
    return false;
  }
  switch (condition.operator) {
    case "=": return patternMatches(wanted, value);
    case "^=": return native.startsWith(value, wanted);
    case "$=": return native.endsWith(value, wanted);
    default: return native.indexOf(value, native.String(wanted)) !== -1;
  }
}

/**
 * Edits a value in place. Returns whether it has changed. The top-level value is neither removed nor
 * replaced.
 * @param {any} value @param {JSONEdit} edit
 */
function editJSON(value, edit) {
  const holder = { __proto__: null, "": value };
  const places = jsonPlaces(holder, edit.steps);
  let isChanged = false;
  // In reverse order, because removing an element of a list moves the elements after it.
  for (let i = places.length - 1; i >= 0; i -= 1) {
    const { owner, key } = places[i];
    if (edit.kind === "add") {
      isChanged = addJSONMembers(owner[key], jsonValueOf(edit.text)) || isChanged;
    } else if (edit.kind === "replace") {
      const text = owner[key];
      const made = typeof text === "string" ? replacePattern(edit.pattern, text, edit.text) : text;
      if (made !== text) {
        setJSONMember(owner, key, made);
        isChanged = true;
      }
    } else if (owner !== holder && native.hasOwn(owner, key)) {
      if (edit.kind === "remove") {
        removeMember(owner, key);
      } else {
        setJSONMember(owner, key, jsonValueOf(edit.text));
      }
      isChanged = true;
    }
  }
  return isChanged;
}

function addJSONMembers(value, members) {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  const keys = stepKeys(members, "*");
  for (let i = 0; i < keys.length; i += 1) {
    setJSONMember(value, keys[i], members[keys[i]]);
  }
  return keys.length > 0;
}

/** Sets a member without calling a setter that a page has defined for all objects. */
function setJSONMember(owner, key, value) {
  native.define(owner, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
}
