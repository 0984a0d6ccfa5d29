// needs: natives.js natives-language.js lists.js patterns.js
/**
 * The conditions on requests: pairs of a property and a pattern.
 * @typedef {{length: number, [index: number]: {name: string, pattern: TextPattern}}} RequestRules
 */

/** The properties of requests that conditions can use. */
const requestProperties = {
  __proto__: null, url: true, method: true, headers: true, body: true, mode: true, credentials: true, cache: true,
  redirect: true, referrer: true, referrerPolicy: true, integrity: true, keepalive: true, signal: true, async: true,
  user: true, password: true,
};

/**
 * Parses `pattern` or `name:pattern`, separated by spaces. A regex may contain spaces if it is the only
 * pattern. Returns null if a regex is invalid.
 * @param {string} text @param {string} dialect
 * @returns {RequestRules | null}
 */
function readRequestRules(text, dialect) {
  const rules = newList();
  const whole = readPattern(text, dialect, true);
  let pieces = splitText(text, " ");
  let isOne = whole !== null && whole.regex !== null;
  for (let i = 0; i < pieces.length; i += 1) {
    isOne = isOne && propertyOfRule(pieces[i]) === "";
  }
  if (isOne) {
    pieces = newList();
    push(pieces, text);
  }
  for (let i = 0; i < pieces.length; i += 1) {
    const name = propertyOfRule(pieces[i]);
    const isNamed = name !== "";
    const value = isNamed ? native.slice(pieces[i], name.length + 1) : pieces[i];
    const pattern = readPattern(value === "*" ? "" : value, dialect, true);
    if (pattern === null) {
      return null;
    }
    push(rules, { __proto__: null, name: isNamed ? name : "url", pattern });
  }
  return rules;
}

/** Returns the property that a condition names; "" if it names none. @param {string} piece */
function propertyOfRule(piece) {
  const colon = native.indexOf(piece, ":");
  const name = native.slice(piece, 0, colon === -1 ? 0 : colon);
  return requestProperties[name] === true ? name : "";
}

/**
 * Returns whether all properties that the request has match.
 * @param {RequestRules} rules @param {function(string): any} property
 */
function requestMatches(rules, property) {
  for (let i = 0; i < rules.length; i += 1) {
    const rule = rules[i];
    let text;
    try {
      const value = property(rule.name);
      if (value === undefined || value === null) {
        continue;
      }
      text = native.String(value);
    } catch {
      return false;
    }
    if (!patternMatches(rule.pattern, text)) {
      return false;
    }
  }
  return true;
}

/**
 * Returns the text that a word such as `emptyObj` or `length:100-200` stands for.
 * @param {string} word
 */
function readBody(word) {
  switch (word) {
    case "emptyObj":
      return "{}";
    case "emptyArr":
      return "[]";
    case "emptyStr":
      return "";
    case "true":
      return randomText(10);
  }
  if (!native.startsWith(word, "length:")) {
    return "";
  }
  const range = native.slice(word, 7);
  const dash = native.indexOf(range, "-");
  const least = native.Number(dash === -1 ? range : native.slice(range, 0, dash));
  const most = dash === -1 ? least : native.Number(native.slice(range, dash + 1));
  if (!(least >= 0) || !(most >= least) || most > 500000) {
    return "";
  }
  return randomText(native.floor(least + native.random() * (most - least + 1)));
}

/**
 * Does the same, but returns any other text as it is.
 * @param {string} word
 */
function readTrustedBody(word) {
  switch (word) {
    case "emptyObj":
    case "emptyArr":
    case "emptyStr":
    case "true":
      return readBody(word);
    default:
      return native.startsWith(word, "length:") ? readBody(word) : word;
  }
}

/** @param {number} length */
function randomText(length) {
  const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  let made = "";
  while (made.length < length) {
    made += letters[native.floor(native.random() * letters.length)];
  }
  return made;
}
