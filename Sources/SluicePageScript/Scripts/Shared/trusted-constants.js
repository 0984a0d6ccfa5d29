// needs: natives.js natives-language.js constants.js
/**
 * Returns the value that a filter of a trusted list can use, as `{value}`, or null.
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
    // AdGuard uses any other text as it is.
    return dialect === "adguard" && !isJSON ? constant(text) : null;
  }
}

/**
 * Returns the value that AdGuard infers from a text without a type: `undefined`, `NaN`, JSON, or else the
 * text itself.
 * @param {string} text
 */
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
