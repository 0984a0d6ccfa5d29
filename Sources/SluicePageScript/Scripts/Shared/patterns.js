// needs: natives.js lists.js
/**
 * A pattern in a scriptlet's arguments: `/regex/flags`, or a text that must be contained. An empty pattern
 * matches every text.
 * @typedef {{regex: RegExp | null, text: string, negated: boolean, global: boolean}} TextPattern
 */

/**
 * Parses a pattern. Returns null if it is an invalid regex.
 * @param {string} source
 * @param {string} dialect
 * @param {boolean} [negatable] whether a leading `!` negates it
 * @returns {TextPattern | null}
 */
function readPattern(source, dialect, negatable) {
  const pattern = { __proto__: null, regex: null, text: source, negated: false, global: false };
  if (negatable && source[0] === "!") {
    pattern.negated = true;
    pattern.text = native.slice(source, 1);
  }
  const end = native.lastIndexOf(pattern.text, "/");
  if (pattern.text[0] !== "/" || end < 2) {
    return dialect === "adguard" ? withoutQuoteEscapes(pattern) : pattern;
  }
  const flags = native.slice(pattern.text, end + 1);
  const known = dialect === "ublock" ? "gimsu" : "dgimsuvy";
  for (let i = 0; i < flags.length; i += 1) {
    if (native.indexOf(known, flags[i]) === -1) {
      return pattern;
    }
  }
  try {
    pattern.regex = new native.RegExp(native.slice(pattern.text, 1, end), flags);
  } catch {
    return null;
  }
  pattern.global = native.indexOf(flags, "g") !== -1;
  return pattern;
}

/** Removes the backslashes before quotes, which AdGuard ignores in texts. @param {TextPattern} pattern */
function withoutQuoteEscapes(pattern) {
  let made = "";
  for (let i = 0; i < pattern.text.length; i += 1) {
    const next = pattern.text[i + 1];
    if (pattern.text[i] !== "\\" || (next !== "'" && next !== '"')) {
      made += pattern.text[i];
    }
  }
  pattern.text = made;
  return pattern;
}

/**
 * Parses a pattern. In AdGuard, an invalid regex is ignored, so that every text matches. In uBlock Origin,
 * the result is null.
 * @param {string} source @param {string} dialect @param {boolean} negatable
 * @returns {TextPattern | null}
 */
function readIgnorablePattern(source, dialect, negatable) {
  return readPattern(source, dialect, negatable) ?? (dialect === "adguard" ? readPattern("", dialect, false) : null);
}

/** @param {TextPattern} pattern @param {string} text */
function patternMatches(pattern, text) {
  if (pattern.regex === null) {
    return (native.indexOf(text, pattern.text) !== -1) !== pattern.negated;
  }
  pattern.regex.lastIndex = 0;
  return (native.exec(pattern.regex, text) !== null) !== pattern.negated;
}

/**
 * Does the same as `patternMatches`, except that a literal must equal the text.
 * @param {TextPattern} pattern @param {string} text
 */
function patternIs(pattern, text) {
  if (pattern.regex === null) {
    return (pattern.text === "" || pattern.text === text) !== pattern.negated;
  }
  return patternMatches(pattern, text);
}

/**
 * Replaces the matches of a pattern in a text. A literal is replaced only once.
 * @param {TextPattern} pattern @param {string} text @param {string} replacement
 */
function replacePattern(pattern, text, replacement) {
  if (pattern.regex !== null) {
    return replaceMatches(text, pattern.regex, pattern.global, replacement);
  }
  const at = native.indexOf(text, pattern.text);
  if (at === -1) {
    return text;
  }
  return native.slice(text, 0, at) + replacement + native.slice(text, at + pattern.text.length);
}

/**
 * Returns the index of the end of the regex at the beginning of a text; -1 if it has no end.
 * @param {string} text
 */
function endOfPattern(text) {
  for (let i = 1; i < text.length; i += 1) {
    if (text[i] === "/") {
      return i;
    }
    if (text[i] === "\\") {
      i += 1;
    }
  }
  return -1;
}
