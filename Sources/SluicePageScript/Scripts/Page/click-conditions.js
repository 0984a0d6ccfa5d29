// needs: natives.js natives-language.js lists.js patterns.js cookies.js
/**
 * Returns the conditions on the elements if the page meets the other conditions; null if it does not.
 * @param {string} source @returns {{text: TextPattern | null} | null}
 */
function readClickConditions(source, dialect) {
  const conditions = { __proto__: null, text: null };
  const pieces = splitConditions(source);
  for (let i = 0; i < pieces.length; i += 1) {
    const isNegated = pieces[i][0] === "!";
    const body = isNegated ? native.slice(pieces[i], 1) : pieces[i];
    const colon = native.indexOf(body, ":");
    const kind = native.slice(body, 0, colon === -1 ? body.length : colon);
    const value = colon === -1 ? "" : native.slice(body, colon + 1);
    if (kind === "cookie" || kind === "localStorage") {
      const isThere = kind === "cookie" ? readCookieCondition(value, dialect) : readItemCondition(value, dialect);
      if (isThere === null || isThere(kind === "cookie" ? cookiesOf(document) : storedItems()) === isNegated) {
        return null;
      }
      continue;
    }
    const pattern = readPattern(value, dialect, false);
    if (pattern === null) {
      return null;
    }
    if (kind === "containsText") {
      conditions.text = pattern;
    }
  }
  return conditions;
}

/**
 * Splits conditions at the commas that precede a condition, because texts and regexes can contain commas.
 * @param {string} source
 */
function splitConditions(source) {
  const pieces = newList();
  let rest = source;
  for (;;) {
    const found = native.exec(/,\s*(?=!?(?:cookie|localStorage|containsText|clickType):)/, rest);
    const piece = native.trim(found === null ? rest : native.slice(rest, 0, found.index));
    if (piece !== "") {
      push(pieces, piece);
    }
    if (found === null) {
      return pieces;
    }
    rest = native.slice(rest, found.index + found[0].length);
  }
}

/**
 * Parses a cookie of a condition: in uBlock a name, maybe with `=` and the beginning of its value, or a regex
 * of both; in AdGuard a part of a name or a regex, maybe with `=` and the same for the value. Returns whether
 * one of the pairs is meant; null if a regex is invalid.
 * @param {string} text @returns {(function({length: number}): boolean) | null}
 */
function readCookieCondition(text, dialect) {
  if (dialect !== "adguard") {
    return readPairCondition(text);
  }
  const end = text[0] === "/" ? endOfPattern(text) + 1 : native.indexOf(text, "=");
  const isPair = end > 0 && text[end] === "=";
  const name = readPattern(isPair ? native.slice(text, 0, end) : text, dialect, false);
  const value = readPattern(isPair ? native.slice(text, end + 1) : "", dialect, false);
  if (name === null || value === null) {
    return null;
  }
  return (pairs) => hasPair(pairs, (pair) => patternMatches(name, pair.name) && patternMatches(value, pair.value));
}

/** Parses an item of the local storage, like a cookie. In AdGuard, a name is the whole name. */
function readItemCondition(text, dialect) {
  if (dialect !== "adguard") {
    return readPairCondition(text);
  }
  const name = readPattern(text, dialect, false);
  return name === null ? null : (pairs) => hasPair(pairs, (pair) => patternIs(name, pair.name));
}

/** Parses a condition of uBlock Origin. A name is the whole name, and a value the beginning of the value. */
function readPairCondition(text) {
  const pattern = readPattern(text, "ublock", false);
  if (pattern === null) {
    return null;
  }
  if (pattern.regex !== null) {
    return (pairs) => hasPair(pairs, ({ name, value }) => patternMatches(pattern, name + "=" + value));
  }
  const equals = native.indexOf(text, "=");
  const wanted = native.trim(equals === -1 ? text : native.slice(text, 0, equals));
  const start = equals === -1 ? "" : native.trim(native.slice(text, equals + 1));
  return (pairs) => hasPair(pairs, ({ name, value }) => name === wanted && native.startsWith(value, start));
}

function hasPair(pairs, isMeant) {
  for (let i = 0; i < pairs.length; i += 1) {
    if (isMeant(pairs[i])) {
      return true;
    }
  }
  return false;
}

/** Returns the names and values of the local storage. */
function storedItems() {
  const items = newList();
  try {
    const storage = window.localStorage;
    const get = native.free(Storage.prototype.getItem);
    const names = native.ownKeys(storage);
    for (let i = 0; i < names.length; i += 1) {
      if (typeof names[i] === "string") {
        push(items, { __proto__: null, name: names[i], value: native.String(get(storage, names[i])) });
      }
    }
  } catch {
    // Storage is not available.
  }
  return items;
}
