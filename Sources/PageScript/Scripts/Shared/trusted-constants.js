// needs: natives.js natives-language.js constants.js
/**
 * The value that a filter of a trusted list may name: `{value}`, or null.
 * @param {string} text @param {string} dialect
 */
function readTrustedConstant(text, dialect) {
  const plain = readConstant(text, dialect);
  if (plain !== null) {
    return plain;
  }
  const isJSON = native.startsWith(text, "json:");
  try {
    const value = native.parse(isJSON ? native.slice(text, 5) : text);
    const isWrapped = !isJSON && dialect === "ublock" && typeof value === "object" && value !== null && native.hasOwn(value, "value");
    return constant(isWrapped ? value.value : value);
  } catch {
    // AdGuard takes any other text for itself.
    return dialect === "adguard" && !isJSON ? constant(text) : null;
  }
}

/** What AdGuard makes of a value without a type: JSON, `undefined` and `NaN` are what they say, all else is text. @param {string} text */
function inferredConstant(text) {
  if (text === "undefined" || text === "NaN") {
    return constant(text === "NaN" ? NaN : undefined);
  }
  try {
    return constant(native.parse(text));
  } catch {
    return constant(text);
  }
}
