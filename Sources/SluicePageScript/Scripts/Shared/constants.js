// needs: natives.js options.js settled.js
/**
 * Returns the value of a word in a filter as `{value}`, or null for an unknown word.
 * @param {string} word @param {string} dialect
 */
function readConstant(word, dialect) {
  const value = plainConstant(word);
  if (value !== null) {
    return value;
  }
  if (dialect === "adguard") {
    switch (word) {
      case "noopCallbackFunc":
        return constant(function () {
          return function () {};
        });
      case "noopPromiseResolve":
        return constant(function () {
          return settled(true, new Response("{}"));
        });
      case "noopPromiseReject":
        return constant(function () {
          return settled(false);
        });
      case "yes":
      case "no":
        return constant(word);
    }
  }
  const limit = dialect === "adguard" ? -1 : -32767;
  if (isInteger(word) && native.Number(word) <= 32767 && native.Number(word) >= limit) {
    return constant(native.Number(word));
  }
  return null;
}

/** @param {string} word */
function plainConstant(word) {
  switch (word) {
    case "undefined":
      return constant(undefined);
    case "false":
      return constant(false);
    case "true":
      return constant(true);
    case "null":
      return constant(null);
    case "":
    case "''":
      return constant("");
    case "[]":
    case "emptyArr":
      return constant([]);
    case "{}":
    case "emptyObj":
      return constant({});
    case "noopFunc":
      return constant(function () {});
    case "trueFunc":
      return constant(function () {
        return true;
      });
    case "falseFunc":
      return constant(function () {
        return false;
      });
    case "throwFunc":
      return constant(function () {
        throw "";
      });
    default:
      return null;
  }
}

/** @param {any} value */
function constant(value) {
  return { __proto__: null, value };
}

/**
 * Converts a value as `asFunction` and similar words require. Returns null for an unknown word.
 * @param {{value: any}} constant @param {string} how
 */
function wrapConstant(found, how) {
  const value = found.value;
  switch (how) {
    case "":
      return found;
    case "function":
    case "asFunction":
      return constant(function () {
        return value;
      });
    case "callback":
    case "asCallback":
      return constant(function () {
        return function () {
          return value;
        };
      });
    case "resolved":
    case "asResolved":
      return constant(settled(true, value));
    case "rejected":
    case "asRejected":
      return constant(settled(false, value));
    default:
      return null;
  }
}
