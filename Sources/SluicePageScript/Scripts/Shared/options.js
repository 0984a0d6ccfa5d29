// needs: natives.js
/**
 * Returns the name-value pairs that follow a call's positional arguments. Digits become numbers.
 * @param {{length: number}} args @param {number} from
 */
function readOptions(args, from) {
  const options = { __proto__: null };
  for (let i = from; i + 1 < args.length; i += 2) {
    options[args[i]] = isInteger(args[i + 1]) ? native.Number(args[i + 1]) : args[i + 1];
  }
  return options;
}

/** Returns whether a text consists of digits, maybe with a sign before them. @param {string} text */
function isInteger(text) {
  return isDigits(text[0] === "-" || text[0] === "+" ? native.slice(text, 1) : text);
}

/** @param {string} text */
function isDigits(text) {
  for (let i = 0; i < text.length; i += 1) {
    if (text[i] < "0" || text[i] > "9") {
      return false;
    }
  }
  return text !== "";
}
