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
 * @typedef {object} JSONStep
 * @property {"root" | "current" | "keys" | "if" | "count"} kind
 * @property {{length: number}} keys
 * @property {boolean} isDeep
 * @property {JSONCondition | null} condition
 * @property {number} min
 * @property {number} max
 * @property {string} operator
 * @property {any} value
 * @property {boolean} isNegated
 *
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
