/** @typedef {string | [string, string]} Operand a literal, or the source and flags of a regex */

const regexes = new Map();

/**
 * @param {[string, string]} operand
 * @returns {RegExp | null} null if this WebKit does not support the regex
 */
function regexOf(operand) {
  const key = operand[1] + "/" + operand[0];
  let regex = regexes.get(key);
  if (regex === undefined) {
    try {
      regex = new RegExp(operand[0], operand[1]);
    } catch {
      regex = null;
    }
    regexes.set(key, regex);
  }
  return regex;
}

/**
 * Returns whether the text contains the literal, or the regex matches a part of the text.
 * @param {Operand} operand
 * @param {string} text
 */
function isFound(operand, text) {
  if (typeof operand === "string") return text.includes(operand);
  return regexOf(operand)?.test(text) ?? false;
}

/**
 * Returns whether the text equals the literal, or the regex matches a part of the text. An empty literal
 * matches any text.
 * @param {Operand} operand
 * @param {string} text
 */
function isWhole(operand, text) {
  return typeof operand === "string" ? operand === "" || operand === text : isFound(operand, text);
}

/**
 * Returns whether a page meets all conditions of a filter.
 * @param {[string, Operand][]} conditions
 * @param {Window} view
 */
function allHold(conditions, view) {
  for (const [kind, operand] of conditions) {
    if (!holds(kind, operand, view)) return false;
  }
  return true;
}

/**
 * @param {string} kind
 * @param {any} operand
 * @param {Window} view
 */
function holds(kind, operand, view) {
  const { location } = view;
  switch (kind) {
    case "path": return isFound(operand, location.pathname + location.search);
    case "url": return isFound(operand, location.href.split("#", 1)[0]);
    case "media": return view.matchMedia(operand).matches;
    default: return false;
  }
}
