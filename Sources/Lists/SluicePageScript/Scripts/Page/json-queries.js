// needs: natives.js natives-language.js lists.js options.js patterns.js
/**
 * A query of values in JSON: steps from one set of places to another. A place is an object with one of its
 * keys.
 *
 * - `root` and `current` go to the whole value, and to the value that a condition tests
 * - `keys` goes to members, at any depth if `isDeep`. Each key is a name, a number (from the end if
 *   negative), a pattern of names, a range, or null for all members
 * - `if` keeps values for which the condition holds. A list is replaced by its elements that meet it
 * - `count` continues only if there are at least `min` and at most `max` places
 *
 * `operator` and `value` compare the value at the step. `isNegated` negates this, or the existence of the
 * value.
 * @typedef {{kind: "root" | "current" | "keys" | "if" | "count", keys: {length: number}, isDeep: boolean, condition: JSONCondition | null, min: number, max: number, operator: string, value: any, isNegated: boolean}} JSONStep
 * A condition: a query that must find a value, or several conditions.
 * @typedef {{kind: "path" | "and" | "or" | "not", steps: {length: number}, parts: {length: number}}} JSONCondition
 * `isOfMembers`: conditions on objects test their members, as those on lists test the elements.
 * `isOfObjects`: the query is for objects of the page, whose members may be inherited.
 * @typedef {{steps: {length: number}, isAdGuard: boolean, isOfMembers: boolean, isOfObjects: boolean}} JSONQuery
 * @typedef {{text: string, at: number, isAdGuard: boolean}} JSONReader
 */

/** @returns {JSONStep} */
function jsonStep(kind, keys, isDeep, condition = null) {
  return { __proto__: null, kind, keys, isDeep, condition, min: 1, max: 1e6, operator: "", value: undefined, isNegated: false };
}

/** Reads the steps of a query. Returns null if the text is not a query. @param {JSONReader} reader */
function readJSONSteps(reader) {
  const steps = newList();
  const isOuter = reader.at === 0;
  const first = reader.text[reader.at];
  if (first === "$" || first === "@") {
    reader.at += 1;
  }
  push(steps, jsonStep(first === "$" || isOuter ? "root" : "current", newList(), false));
  // In AdGuard, a query can begin with a name.
  if (reader.isAdGuard && first !== "$" && first !== "@" && (first === "*" || isNameSign(first))) {
    push(steps, jsonStep("keys", listOf(readJSONKey(reader) ?? null), false));
  }
  while (reader.at < reader.text.length) {
    const sign = reader.text[reader.at];
    if (sign === " ") {
      reader.at += 1;
    } else if (sign === "." || sign === "[") {
      const step = readJSONAccess(reader);
      if (step === null) {
        return null;
      }
      push(steps, step);
    } else if (reader.isAdGuard && isOuter && sign === "$" && reader.text[reader.at + 1] !== "=") {
      reader.at += 1;
    } else if (!reader.isAdGuard && (sign === ";" || sign === "{")) {
      const step = readJSONCount(reader);
      if (step === null) {
        return null;
      }
      push(steps, step);
      push(steps, jsonStep("root", newList(), false));
    } else {
      break;
    }
  }
  return reader.isAdGuard && isOuter ? withGuards(steps) : steps;
}

/** In AdGuard, conditions at the beginning only decide whether the rest is done. */
function withGuards(steps) {
  const made = newList();
  let isBeginning = true;
  for (let i = 0; i < steps.length; i += 1) {
    push(made, steps[i]);
    isBeginning = isBeginning && (i === 0 || (steps[i].kind === "if" && !steps[i].isDeep));
    if (isBeginning && i > 0) {
      push(made, jsonStep("count", newList(), false));
      push(made, jsonStep("root", newList(), false));
    }
  }
  return made;
}

/** Reads `;$` or `{2,3};$`, and moves past the `$`. */
function readJSONCount(reader) {
  const step = jsonStep("count", newList(), false);
  if (reader.text[reader.at] === "{") {
    const end = native.indexOf(reader.text, "}", reader.at);
    const range = native.slice(reader.text, reader.at + 1, end === -1 ? reader.at + 1 : end);
    const comma = native.indexOf(range, ",");
    const least = comma === -1 ? range : native.slice(range, 0, comma);
    const most = comma === -1 ? range : native.slice(range, comma + 1);
    if ((least !== "" && !isDigits(least)) || (most !== "" && !isDigits(most)) || (least === "" && most === "")) {
      return null;
    }
    step.min = native.Number(least);
    step.max = native.Number(most) || 1e6;
    reader.at = end + 1;
  }
  if (!native.startsWith(reader.text, ";$", reader.at)) {
    return null;
  }
  reader.at += 2;
  return step;
}

/** Returns whether a character can be part of a name without quotes. */
function isNameSign(sign) {
  return sign !== undefined && native.indexOf(".[]=!^*<>+'\" ;{}()&|~,", sign) === -1;
}

/** Reads `.name`, `..name`, `.*`, `["name"]`, `[0]`, `[?condition]`. */
function readJSONAccess(reader) {
  const isDeep = native.startsWith(reader.text, "..", reader.at);
  const isDotted = reader.text[reader.at] === ".";
  reader.at += isDeep ? 2 : isDotted ? 1 : 0;
  if (reader.text[reader.at] !== "[") {
    const key = readJSONKey(reader);
    return key === undefined ? null : jsonStep("keys", listOf(key), isDeep);
  }
  reader.at += 1;
  if (reader.text[reader.at] === "?") {
    reader.at += 1;
    const condition = reader.isAdGuard ? readJSONAlternatives(reader) : readJSONCondition(reader);
    return condition === null || !hasSign(reader, "]") ? null : jsonStep("if", newList(), isDeep, condition);
  }
  const keys = newList();
  while (reader.at < reader.text.length && reader.text[reader.at] !== "]") {
    const sign = reader.text[reader.at];
    if (sign === "," || sign === " ") {
      reader.at += 1;
      continue;
    }
    const key = readJSONBracketKey(reader);
    if (key === undefined) {
      return null;
    }
    push(keys, key);
  }
  return hasSign(reader, "]") ? jsonStep("keys", keys, isDeep) : null;
}

/** Returns whether a sign follows, and moves past it. */
function hasSign(reader, sign) {
  while (reader.text[reader.at] === " ") {
    reader.at += 1;
  }
  if (!native.startsWith(reader.text, sign, reader.at)) {
    return false;
  }
  reader.at += sign.length;
  return true;
}

function listOf(value) {
  const list = newList();
  push(list, value);
  return list;
}

/** Reads a name, a regex of names, or `*`. Returns undefined for anything else. */
function readJSONKey(reader) {
  const start = reader.at;
  if (reader.text[start] === "*") {
    reader.at += 1;
    return null;
  }
  if (reader.text[start] === "/") {
    return readJSONRegex(reader);
  }
  while (reader.at < reader.text.length) {
    const sign = reader.text[reader.at];
    if (sign === "$" ? reader.text[reader.at + 1] === "=" : !isNameSign(sign)) {
      break;
    }
    reader.at += 1;
  }
  return reader.at === start ? undefined : native.slice(reader.text, start, reader.at);
}

function readJSONBracketKey(reader) {
  const sign = reader.text[reader.at];
  if (sign === "'" || sign === '"') {
    return readJSONQuoted(reader) ?? undefined;
  }
  if (reader.isAdGuard) {
    const found = readJSONRange(reader);
    if (found !== null) {
      return found;
    }
  }
  const isNumber = sign === "-" || (sign >= "0" && sign <= "9");
  const start = reader.at;
  if (!isNumber) {
    return readJSONKey(reader);
  }
  reader.at += 1;
  while (reader.text[reader.at] >= "0" && reader.text[reader.at] <= "9") {
    reader.at += 1;
  }
  const text = native.slice(reader.text, start, reader.at);
  return isInteger(text) ? native.Number(text) : undefined;
}

/** Reads `2:5`, `:-1`, `::2` or `(@.length-1)`. Returns null for anything else. */
function readJSONRange(reader) {
  const end = native.indexOf(reader.text, "]", reader.at);
  const text = native.trim(native.slice(reader.text, reader.at, end === -1 ? reader.at : end));
  const last = "(@.length";
  if (native.startsWith(text, last) && native.endsWith(text, ")")) {
    const back = native.slice(text, last.length, -1);
    if (back !== "" && !isInteger(back)) {
      return null;
    }
    reader.at = end;
    // An element after the last one does not exist.
    return back === "" ? 1e9 : native.Number(back);
  }
  const range = { __proto__: null, isRange: true, start: NaN, end: NaN, step: NaN };
  let from = 0;
  let count = 0;
  for (let i = 0; i <= text.length; i += 1) {
    if (i < text.length && text[i] !== ":") {
      continue;
    }
    const part = native.trim(native.slice(text, from, i));
    if (part !== "" && !isInteger(part)) {
      return null;
    }
    const value = part === "" ? NaN : native.Number(part);
    if (count === 0) {
      range.start = value;
    } else if (count === 1) {
      range.end = value;
    } else {
      range.step = value;
    }
    count += 1;
    from = i + 1;
  }
  if (count < 2 || count > 3) {
    return null;
  }
  reader.at = end;
  return range;
}

/** Reads a regex with its flags. Returns undefined if it is invalid. */
function readJSONRegex(reader) {
  const start = reader.at;
  do {
    reader.at += reader.text[reader.at] === "\\" ? 2 : 1;
  } while (reader.at < reader.text.length && reader.text[reader.at] !== "/");
  reader.at += 1;
  while (reader.text[reader.at] >= "a" && reader.text[reader.at] <= "z") {
    reader.at += 1;
  }
  const pattern = readPattern(native.slice(reader.text, start, reader.at), "adguard");
  return pattern === null || pattern.regex === null ? undefined : pattern;
}

/**
 * Reads a text in quotes, in which a backslash before a quote is not part of the text. Returns null if the
 * end is missing.
 */
function readJSONQuoted(reader) {
  const quote = reader.text[reader.at];
  let made = "";
  for (let i = reader.at + 1; i < reader.text.length; i += 1) {
    if (reader.text[i] === quote) {
      reader.at = i + 1;
      return made;
    }
    const next = reader.text[i + 1];
    if (reader.text[i] === "\\" && (next === quote || (reader.isAdGuard && (next === "\\" || next === "'" || next === '"')))) {
      i += 1;
    }
    made += reader.text[i];
  }
  return null;
}

/** Reads conditions of AdGuard: with parentheses, `||`, `&&` and `!`. */
function readJSONAlternatives(reader) {
  return readJSONParts(reader, "||", "or", () => readJSONParts(reader, "&&", "and", () => readJSONUnary(reader)));
}

function readJSONParts(reader, sign, kind, read) {
  const parts = newList();
  do {
    const part = read();
    if (part === null) {
      return null;
    }
    push(parts, part);
  } while (hasSign(reader, sign));
  return parts.length === 1 ? parts[0] : { __proto__: null, kind, steps: null, parts };
}

function readJSONUnary(reader) {
  if (hasSign(reader, "!")) {
    const part = readJSONUnary(reader);
    return part === null ? null : { __proto__: null, kind: "not", steps: null, parts: listOf(part) };
  }
  if (!hasSign(reader, "(")) {
    return readJSONCondition(reader);
  }
  const part = readJSONAlternatives(reader);
  return part === null || !hasSign(reader, ")") ? null : part;
}

/** The operators. Longer ones come first, because the first one that matches counts. */
const jsonOperators = ["==", "!=", "^=", "$=", "*=", ">=", "<=", "=~", "=", ">", "<"];

/** Reads a query, optionally with an operator and a value. @returns {JSONCondition | null} */
function readJSONCondition(reader) {
  const isNegated = !reader.isAdGuard && hasSign(reader, "!");
  const steps = readJSONSteps(reader);
  if (steps === null) {
    return null;
  }
  const last = steps[steps.length - 1];
  last.isNegated = isNegated;
  for (let i = 0; i < jsonOperators.length && last.operator === ""; i += 1) {
    if (hasSign(reader, jsonOperators[i])) {
      last.operator = jsonOperators[i];
    }
  }
  if (last.operator !== "") {
    while (reader.text[reader.at] === " ") {
      reader.at += 1;
    }
    last.value = readJSONOperand(reader);
    const isRegex = typeof last.value === "object" && last.value !== null;
    if (last.operator === "=~" || (last.operator === "=" && isRegex)) {
      last.operator = "/";
    } else if (last.operator === "=" && reader.isAdGuard) {
      last.operator = "==";
    }
    // Only regexes have a single `=`.
    if (last.value === undefined || last.operator === "=" || (last.operator === "/") !== isRegex) {
      return null;
    }
  }
  return { __proto__: null, kind: "path", steps, parts: null };
}

/**
 * Reads a text in quotes, a regex as a pattern, or a number or word of JSON. Returns undefined for anything
 * else.
 */
function readJSONOperand(reader) {
  const start = reader.at;
  const sign = reader.text[start];
  if (sign === "/") {
    return readJSONRegex(reader);
  }
  if (sign === "'" || sign === '"') {
    const text = readJSONQuoted(reader) ?? undefined;
    return sign === '"' && text !== undefined && !reader.isAdGuard ? parsedJSONText(native.slice(reader.text, start, reader.at)) : text;
  }
  while (reader.at < reader.text.length && native.indexOf(reader.isAdGuard ? "])|&" : "]", reader.text[reader.at]) === -1) {
    reader.at += 1;
  }
  const text = native.trim(native.slice(reader.text, start, reader.at));
  const value = parsedJSONText(text);
  return reader.isAdGuard && value === undefined && text !== "" ? text : value;
}

function parsedJSONText(text) {
  try {
    const value = native.parse(text);
    return typeof value === "object" && value !== null ? undefined : value;
  } catch {
    return undefined;
  }
}

/**
 * Returns the places that a query selects in a value, each with an owner and a key. The value itself has the
 * key "" of `holder`.
 * @param {{"": any}} holder @param {JSONQuery} query
 */
function jsonPlaces(holder, query) {
  return placesFrom({ __proto__: null, owner: holder, key: "" }, query.steps, holder, query);
}

function placesFrom(start, steps, holder, query) {
  let places = newList();
  for (let i = 0; i < steps.length; i += 1) {
    const step = steps[i];
    if (step.kind === "root") {
      const place = { __proto__: null, owner: holder, key: "" };
      places = isPlaceMeant(step, place) ? listOf(place) : newList();
    } else if (step.kind === "current") {
      places = isPlaceMeant(step, start) ? listOf(start) : newList();
    } else if (step.kind === "count") {
      if (places.length < step.min || places.length > step.max) {
        return newList();
      }
    } else {
      const next = newList();
      for (let k = 0; k < places.length; k += 1) {
        if (step.kind === "if") {
          addPlacesIf(places[k], step, next, holder, query);
        } else {
          addPlacesOf(places[k].owner[places[k].key], step, next, query, newDescent(query));
        }
      }
      places = next;
    }
  }
  return places;
}

/** Returns whether a comparison with the place itself holds, if there is one. */
function isPlaceMeant(step, place) {
  return step.operator === "" || isJSONValue(step, place.owner, place.key, false);
}

/** The objects of a page can refer to each other. */
function newDescent(query) {
  return { __proto__: null, seen: query.isOfObjects ? new native.WeakSet() : null, left: 100000 };
}

/** Returns whether the members of a value are to be looked at, too. */
function descends(descent, value) {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  if (descent.seen !== null) {
    descent.left -= 1;
    if (descent.left < 0 || native.marks(descent.seen, value)) {
      return false;
    }
    native.mark(descent.seen, value);
  }
  return true;
}

function addPlacesOf(value, step, places, query, descent) {
  if (!descends(descent, value)) {
    return;
  }
  for (let i = 0; i < step.keys.length; i += 1) {
    const keys = keysOf(value, step.keys[i], query);
    for (let k = 0; k < keys.length; k += 1) {
      if (isJSONValue(step, value, keys[k], query.isOfObjects)) {
        push(places, { __proto__: null, owner: value, key: keys[k] });
      }
    }
  }
  if (step.isDeep) {
    const all = ownKeysOf(value);
    for (let i = 0; i < all.length; i += 1) {
      addPlacesOf(value[all[i]], step, places, query, descent);
    }
  }
}

function addPlacesIf(place, step, places, holder, query) {
  const value = place.owner[place.key];
  const isMeant = (other) => holdsJSONCondition(other, step.condition, holder, query);
  if (query.isAdGuard && step.isDeep) {
    addPlacesIf(place, jsonStep("if", step.keys, false, step.condition), places, holder, query);
    addDeepPlaces(value, places, newDescent(query), (other, found) => addPlacesIf(other, jsonStep("if", step.keys, false, step.condition), found, holder, query));
  } else if (step.isDeep) {
    addDeepPlaces(value, places, newDescent(query), (other, found) => isMeant(other) && push(found, other));
  } else if (native.isArray(value) || (query.isOfMembers && typeof value === "object" && value !== null)) {
    const keys = ownKeysOf(value);
    for (let i = 0; i < keys.length; i += 1) {
      const other = { __proto__: null, owner: value, key: keys[i] };
      if (isMeant(other)) {
        push(places, other);
      }
    }
  } else if (query.isAdGuard || (typeof value === "object" && value !== null && ownKeysOf(value).length > 0)) {
    // In uBlock Origin, no condition holds for a value without members.
    if (isMeant(place)) {
      push(places, place);
    }
  }
}

/** Calls `add` with each place below a value. */
function addDeepPlaces(value, places, descent, add) {
  if (!descends(descent, value)) {
    return;
  }
  const keys = ownKeysOf(value);
  for (let i = 0; i < keys.length; i += 1) {
    add({ __proto__: null, owner: value, key: keys[i] }, places);
    addDeepPlaces(value[keys[i]], places, descent, add);
  }
}

/** Returns the keys that a key of a step stands for. */
function keysOf(value, key, query) {
  const keys = newList();
  const isList = native.isArray(value);
  if (typeof key === "string") {
    if (!(query.isOfObjects && key === "__proto__")) {
      push(keys, key);
    }
  } else if (typeof key === "number") {
    if (isList) {
      push(keys, key < 0 ? value.length + key : key);
    }
  } else if (key === null) {
    return ownKeysOf(value);
  } else if (key.isRange) {
    if (isList) {
      addRange(key, value.length, keys);
    }
  } else {
    const all = ownKeysOf(value);
    for (let i = 0; i < all.length; i += 1) {
      if (patternMatches(key, all[i])) {
        push(keys, all[i]);
      }
    }
  }
  return keys;
}

function addRange(range, length, keys) {
  const step = range.step === range.step ? range.step : 1;
  const clamp = (value, other, least, most) => {
    const at = value === value ? (value < 0 ? length + value : value) : other;
    return at < least ? least : at > most ? most : at;
  };
  if (step > 0) {
    const end = clamp(range.end, length, 0, length);
    for (let i = clamp(range.start, 0, 0, length); i < end; i += step) {
      push(keys, i);
    }
  } else if (step < 0) {
    const end = clamp(range.end, -1, -1, length - 1);
    for (let i = clamp(range.start, length - 1, -1, length - 1); i > end; i += step) {
      push(keys, i);
    }
  }
}

/** Returns the keys of an object's own enumerable members. */
function ownKeysOf(value) {
  const keys = newList();
  const own = native.ownKeys(value);
  for (let i = 0; i < own.length; i += 1) {
    if (typeof own[i] === "string" && native.descriptor(value, own[i])?.enumerable) {
      push(keys, own[i]);
    }
  }
  return keys;
}

function holdsJSONCondition(place, condition, holder, query) {
  const { kind, parts } = condition;
  if (kind === "path") {
    return placesFrom(place, condition.steps, holder, query).length > 0;
  }
  if (kind === "not") {
    return !holdsJSONCondition(place, parts[0], holder, query);
  }
  for (let i = 0; i < parts.length; i += 1) {
    if (holdsJSONCondition(place, parts[i], holder, query) === (kind === "or")) {
      return kind === "or";
    }
  }
  return kind === "and";
}

/**
 * Returns whether the value of a member is as the step requires.
 * @param {JSONStep} step
 * @param {boolean} isInherited whether inherited members count
 */
function isJSONValue(step, owner, key, isInherited) {
  const isThere = native.hasOwn(owner, key) || (isInherited && owner[key] !== undefined);
  if (step.operator === "") {
    return isThere !== step.isNegated;
  }
  if (!isThere) {
    return false;
  }
  const value = owner[key];
  const wanted = step.value;
  switch (step.operator) {
    case "==": return (value === wanted) !== step.isNegated;
    case "!=": return (value !== wanted) !== step.isNegated;
    case ">": return (value > wanted) !== step.isNegated;
    case "<": return (value < wanted) !== step.isNegated;
    case ">=": return (value >= wanted) !== step.isNegated;
    case "<=": return (value <= wanted) !== step.isNegated;
  }
  const text = jsonText(value);
  switch (step.operator) {
    // uBlock Origin does not negate regexes.
    case "/": return patternMatches(wanted, text);
    case "^=": return native.startsWith(text, wanted) !== step.isNegated;
    case "$=": return native.endsWith(text, wanted) !== step.isNegated;
    default: return (native.indexOf(text, native.String(wanted)) !== -1) !== step.isNegated;
  }
}

/** Returns a value as text, like the browser's conversion, but without any method of the page. */
function jsonText(value) {
  if (typeof value !== "object" || value === null) {
    return typeof value === "function" ? native.functionText(value) : native.String(value);
  }
  if (!native.isArray(value)) {
    return "[object Object]";
  }
  let made = "";
  for (let i = 0; i < value.length; i += 1) {
    made += (i === 0 ? "" : ",") + (value[i] === null || value[i] === undefined ? "" : jsonText(value[i]));
  }
  return made;
}
