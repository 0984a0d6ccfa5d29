// needs: natives.js parsed-json.js answers.js json-edits.js request-rules.js options.js lists.js
/** Arguments: edit. Edits the values that JSON.parse and Response.json return. @param {boolean} isTrusted */
function editParsedJSON(args, isTrusted) {
  const edit = readJSONEdit(args[0] ?? "", isTrusted);
  if (edit !== null) {
    changeParsedJSON((value) => editJSON(value, edit));
  }
}

/**
 * Arguments: edit[, `propsToMatch`, requests]. Edits responses.
 * @param {"fetch" | "xhr"} kind @param {boolean} isTrusted
 * @param {boolean} areLines whether each line of a response is separate JSON
 */
function editJSONAnswers(kind, tools, args, isTrusted, areLines) {
  const edit = readJSONEdit(args[0] ?? "", isTrusted);
  const rules = readRequestRules(native.String(readOptions(args, 1).propsToMatch ?? ""), tools.dialect);
  if (edit === null || rules === null) {
    return;
  }
  const change = (text) => {
    const value = native.parse(text);
    return editJSON(value, edit) ? native.stringify(value) : text;
  };
  changeAnswers(kind, rules, null, areLines ? (text) => changeLines(text, change) : change);
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
