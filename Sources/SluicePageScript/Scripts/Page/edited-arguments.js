// needs: natives.js natives-language.js chains.js json-edits.js options.js
/**
 * Arguments: chain of a function, position of an argument (from the end if negative), edit. The function gets
 * an edited copy of the argument.
 * @param {boolean} isTrusted
 */
function editArgument(args, isTrusted) {
  const edit = readJSONEdit(args[2] ?? "", isTrusted, "ublock");
  const position = isInteger(args[1] ?? "") ? native.Number(args[1]) : NaN;
  if (edit === null || position !== position) {
    return;
  }
  replaceAtChain(args[0] ?? "", (original) => ({
    edited() {
      const at = position < 0 ? arguments.length + position : position;
      const given = at >= 0 && at < arguments.length ? arguments[at] : null;
      if (typeof given === "object" && given !== null) {
        try {
          arguments[at] = editedJSON(native.parse(native.stringify(given)), edit) ?? given;
        } catch {
          // The value cannot be converted to JSON.
        }
      }
      return native.apply(original, this, arguments);
    },
  }.edited));
}
