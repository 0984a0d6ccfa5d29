// needs: natives.js natives-document.js natives-language.js natives-elements.js argument-text.js patterns.js masks.js options.js settled.js
// trust: required
// uBlock Origin: text; domAlert, excludeMatches
/**
 * Arguments: pattern[, `excludeMatches`, pattern][, `domAlert`, [selector`|`]text]. Keeps matching texts out
 * of the clipboard. The alert is shown in the page, with the text in place of `${text}`.
 */
function scriptlet_prevent_clipboard_write(tools, args) {
  const pattern = readPattern(args[0] ?? "", tools.dialect, false);
  const options = readOptions(args, 1);
  const other = options.excludeMatches === undefined ? null : readPattern(native.String(options.excludeMatches), tools.dialect, false);
  if (pattern === null || (options.excludeMatches !== undefined && other === null)) {
    return;
  }
  const selectionOf = native.free(Document.prototype.getSelection);
  const textOfSelection = native.free(Selection.prototype.toString);
  let shown = null;
  const isPrevented = (given) => {
    const text = native.trim(given);
    if (text === "" || !patternMatches(pattern, text) || (other !== null && patternMatches(other, text))) {
      return false;
    }
    if (options.domAlert !== undefined) {
      shown = showAlert(native.String(options.domAlert), text, shown);
    }
    return true;
  };
  if (typeof Clipboard === "function") {
    replaceMethod(Clipboard.prototype, "writeText", (original) => ({
      writeText() {
        const text = arguments.length === 0 ? null : argumentText(arguments, 0);
        return text !== null && isPrevented(text) ? settled(true) : native.apply(original, this, arguments);
      },
    }.writeText));
  }
  const isDocument = (owner) => {
    try {
      return typeof native.documentURL(owner) === "string";
    } catch {
      return false;
    }
  };
  replaceMethod(Document.prototype, "execCommand", (original) => ({
    execCommand(command) {
      const name = arguments.length > 0 && isDocument(this) ? argumentText(arguments, 0) : null;
      const known = name === null ? "" : native.lowerCase(name);
      if (known === "copy" || known === "cut") {
        const selection = selectionOf(document);
        if (selection !== null && isPrevented(textOfSelection(selection))) {
          return false;
        }
      }
      return native.apply(original, this, arguments);
    },
  }.execCommand));
}

/** Shows an alert in place of the previous one. */
function showAlert(alert, text, before) {
  const bar = native.indexOf(alert, "|");
  const mark = "${text}";
  const message = bar === -1 ? alert : native.slice(alert, bar + 1);
  let owner = null;
  try {
    owner = bar === -1 ? native.body(document) : native.query(document, native.trim(native.slice(alert, 0, bar)));
  } catch {
    // The selector is invalid.
  }
  if (owner === null) {
    return before;
  }
  const box = native.createElement(document, "div");
  const at = native.indexOf(message, mark);
  native.setTextContent(box, at === -1 ? message : native.slice(message, 0, at) + text + native.slice(message, at + mark.length));
  native.setAttribute(box, "role", "alert");
  const style = native.getter(HTMLElement.prototype, "style")(box);
  style.cssText = "all:initial;position:fixed;top:0;left:0;right:0;z-index:2147483647;padding:8px;font:16px sans-serif;"
    + "background:#fff;color:#000;border-bottom:1px solid #000;overflow-wrap:anywhere";
  native.appendChild(owner, box);
  if (before !== null) {
    native.removeElement(before);
  }
  return box;
}
