// needs: natives.js natives-language.js patterns.js options.js timers.js
/**
 * Arguments: [pattern (`!`)[, delay (`!`, n, n-m, n-, -m)]]. Matching timers are created but do nothing.
 * @param {"setTimeout" | "setInterval"} name
 */
function preventTimer(name, tools, args) {
  const isAdGuard = tools.dialect === "adguard";
  const pattern = readIgnorablePattern(args[0] ?? "", tools.dialect, true);
  const range = readRange(args[1] ?? "", isAdGuard);
  if (pattern === null || range === null || ((args[0] ?? "") === "" && (args[1] ?? "") === "")) {
    return;
  }
  addTimerCheck(name, (text, delay) => {
    if (!patternMatches(pattern, text)) {
      return undefined;
    }
    const number = typeof delay === "number" || typeof delay === "string" ? native.Number(delay) : 0;
    return rangeHas(range, number > 0 ? (isAdGuard ? native.floor(number) : number) : 0) ? { __proto__: null, drop: true } : undefined;
  });
}

/**
 * Arguments: [pattern[, delay = 1000[, factor = 0.05]]]. Multiplies the delay of matching timers.
 * @param {"setTimeout" | "setInterval"} name
 */
function adjustTimer(name, tools, args) {
  const pattern = readPattern(args[0] ?? "", tools.dialect, false);
  if (pattern === null) {
    return;
  }
  const wanted = args[1] ?? "";
  const number = native.Number(wanted);
  const delayWanted = wanted === "" || number !== number ? 1000 : number;
  let factor = native.Number(args[2] ? args[2] : 0.05);
  if (factor !== factor) {
    factor = 0.05;
  }
  factor = factor < 0.001 ? 0.001 : factor > 50 ? 50 : factor;
  addTimerCheck(name, (text, delay) => {
    if ((wanted !== "*" && delay !== delayWanted) || !patternMatches(pattern, text)) {
      return undefined;
    }
    // The browser itself converts an object to a number.
    const isNumber = delay === undefined || typeof delay === "number" || typeof delay === "string";
    return isNumber ? { __proto__: null, delay: native.Number(delay ?? 0) * factor } : undefined;
  });
}

/**
 * Parses a range of delays. Returns null if the text is invalid.
 * @param {string} text
 * @param {boolean} isRounded whether numbers are rounded down
 */
function readRange(text, isRounded) {
  const range = { __proto__: null, negated: text[0] === "!", from: 0, to: Infinity };
  const body = range.negated ? native.slice(text, 1) : text;
  if (body === "") {
    return range;
  }
  const dash = native.indexOf(body, "-");
  const from = dash === -1 ? body : native.slice(body, 0, dash);
  const to = dash === -1 ? body : native.slice(body, dash + 1);
  const least = readDelay(from, 0, isRounded);
  const most = readDelay(to, Infinity, isRounded);
  if (least === null || most === null || (from === "" && to === "")) {
    return null;
  }
  range.from = least;
  range.to = most;
  return range;
}

/** @param {string} text @param {number} other the value for an empty text */
function readDelay(text, other, isRounded) {
  if (text === "") {
    return other;
  }
  const number = native.Number(text);
  if (isRounded) {
    return number >= 0 ? native.floor(number) : null;
  }
  return isInteger(text) ? number : null;
}

function rangeHas(range, number) {
  return (number >= range.from && number <= range.to) !== range.negated;
}
