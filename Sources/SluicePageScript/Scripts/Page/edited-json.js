// needs: natives.js parsed-json.js answers.js json-edits.js patterns.js request-rules.js options.js lists.js
/**
 * Arguments: edit[, `matches`, pattern of the JSON text]. Edits the values that JSON.parse and Response.json
 * return. The text of a response is unknown, so with a pattern, responses stay as they are.
 * @param {boolean} isTrusted
 */
function editParsedJSON(args, isTrusted) {
  const edit = readJSONEdit(args[0] ?? "", isTrusted, "ublock");
  const { matches } = readOptions(args, 1);
  const pattern = readPattern(native.String(matches ?? ""), "ublock", false);
  if (edit !== null && pattern !== null) {
    const isMeant = (text) => pattern.text === "" || (text !== null && patternMatches(pattern, text));
    changeParsedJSON((value, text) => (isMeant(text) ? editedJSON(value, edit) : undefined));
  }
}

/**
 * Arguments: edit[, `propsToMatch`, requests]. Edits responses.
 * @param {"fetch" | "xhr"} kind @param {boolean} isTrusted
 * @param {boolean} areLines whether each line of a response is separate JSON
 */
function editJSONAnswers(kind, tools, args, isTrusted, areLines) {
  const edit = readJSONEdit(args[0] ?? "", isTrusted, "ublock");
  const rules = readRequestRules(native.String(readOptions(args, 1).propsToMatch ?? ""), tools.dialect);
  if (edit === null || rules === null) {
    return;
  }
  const change = (text) => {
    const made = editedObject(native.parse(text), edit);
    return made === undefined ? text : native.stringify(made);
  };
  changeAnswers(kind, rules, null, areLines ? (text) => changeLines(text, change) : change);
}

/** Edits JSON that is an object or a list. Other values stay. */
function editedObject(value, edit) {
  return typeof value === "object" && value !== null ? editedJSON(value, edit) : undefined;
}

/** @param {string} text @param {function(string): string} change can throw if a line is not JSON */
function changeLines(text, change) {
  let made = "";
  let from = 0;
  while (from <= text.length) {
    const end = native.indexOf(text, "\n", from);
    const line = native.slice(text, from, end === -1 ? text.length : end);
    try {
      made += change(line);
    } catch {
      made += line;
    }
    if (end === -1) {
      break;
    }
    made += "\n";
    from = end + 1;
  }
  return made;
}
