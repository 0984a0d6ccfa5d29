// needs: natives.js
/** Returns a list that no page can access through a prototype. */
function newList() {
  return { __proto__: null, length: 0 };
}

/** @param {{length: number}} list @param {any} value */
function push(list, value) {
  list[list.length] = value;
  list.length += 1;
}

/**
 * Splits a text at separators. Removes spaces around the pieces, and drops empty pieces.
 * @param {string} text @param {string} separator
 */
function splitText(text, separator) {
  const pieces = newList();
  let from = 0;
  while (from <= text.length) {
    let to = native.indexOf(text, separator, from);
    if (to === -1) {
      to = text.length;
    }
    const piece = native.trim(native.slice(text, from, to));
    if (piece !== "") {
      push(pieces, piece);
    }
    from = to + separator.length;
  }
  return pieces;
}

/** @param {{length: number}} list @param {any} value */
function listHas(list, value) {
  for (let i = 0; i < list.length; i += 1) {
    if (list[i] === value) {
      return true;
    }
  }
  return false;
}

/**
 * Replaces all matches of a pattern, or only the first if it is not global. Expands `$1` to `$9`, `$&` and
 * `$$` in the replacement.
 * @param {string} text @param {RegExp} regex @param {boolean} isGlobal @param {string} replacement
 */
function replaceMatches(text, regex, isGlobal, replacement) {
  let made = "";
  let from = 0;
  regex.lastIndex = 0;
  while (from <= text.length) {
    const rest = native.exec(regex, text);
    if (rest === null) {
      break;
    }
    const start = rest.index;
    const found = rest[0];
    made += native.slice(text, from, start) + expandReplacement(replacement, rest);
    from = start + found.length;
    if (!isGlobal) {
      break;
    }
    if (found === "") {
      made += native.slice(text, from, from + 1);
      from += 1;
      regex.lastIndex = from;
    }
  }
  regex.lastIndex = 0;
  return from <= text.length ? made + native.slice(text, from) : made;
}

/** @param {string} replacement @param {RegExpExecArray} match */
function expandReplacement(replacement, match) {
  let made = "";
  for (let i = 0; i < replacement.length; i += 1) {
    const next = replacement[i + 1];
    if (replacement[i] !== "$" || next === undefined) {
      made += replacement[i];
    } else if (next === "$") {
      made += "$";
      i += 1;
    } else if (next === "&") {
      made += match[0];
      i += 1;
    } else if (next >= "1" && next <= "9" && +next < match.length) {
      made += match[+next] ?? "";
      i += 1;
    } else {
      made += "$";
    }
  }
  return made;
}
