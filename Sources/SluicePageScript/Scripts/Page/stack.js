// needs: natives.js lists.js options.js
/**
 * WebKit runs a script that only assigns constants without a stack frame. `addressOfScript` returns the
 * address of the running script, "" for an inline script, and null if no script runs. Scriptlets that need it
 * set it.
 * @type {{addressOfScript: (function(): string | null) | null}}
 */
const frameless = { __proto__: null, addressOfScript: null };

/**
 * Returns the caller's stack in the form that stack patterns expect: `stackDepth:2`, then ` name url:row:1`
 * for each frame, joined by tabs. Inline scripts are `inlineScript`, and scripts created from text are
 * `injectedScript`.
 */
function callerStack() {
  const lines = splitText(foreignFrames(native.String(new native.Error().stack ?? "")), "\n");
  let own = native.documentURL(document);
  const hash = native.indexOf(own, "#");
  if (hash !== -1) {
    own = native.slice(own, 0, hash);
  }
  let made = "";
  let depth = 0;
  for (let i = 0; i < lines.length; i += 1) {
    const line = stackLine(lines[i], own);
    if (line !== "") {
      made += "\t " + line;
      depth += 1;
    }
  }
  const script = depth === 0 ? frameless.addressOfScript?.() ?? null : null;
  if (script !== null) {
    made = "\t " + stackLine("@" + (script || own) + ":1:1", own);
    depth = 1;
  }
  return "stackDepth:" + depth + made;
}

/** @param {string} line `name@url:row:column` @param {string} own the document's URL */
function stackLine(line, own) {
  const at = native.indexOf(line, "@");
  let name = native.slice(line, 0, at === -1 ? 0 : at);
  let place = native.slice(line, at + 1);
  if (place === "[native code]") {
    return "";
  }
  let row = "1";
  const column = native.lastIndexOf(place, ":");
  const rowStart = column > 0 ? native.lastIndexOf(place, ":", column - 1) : -1;
  if (rowStart > 0 && isDigits(native.slice(place, column + 1)) && isDigits(native.slice(place, rowStart + 1, column))) {
    row = native.slice(place, rowStart + 1, column);
    place = native.slice(place, 0, rowStart);
  }
  if (name === "eval code" || line === "eval code" || place === "" || place === "undefined") {
    place = "injectedScript";
  } else if (place === own) {
    place = "inlineScript";
  }
  if (name === "global code" || name === "eval code" || name === "module code") {
    name = "";
  }
  return (name === "" ? "" : name + " ") + place + ":" + row + ":1";
}

/**
 * Returns a stack without the frames of user scripts.
 * @param {string} stack
 */
function foreignFrames(stack) {
  const lines = splitText(stack, "\n");
  let made = "";
  for (let i = 0; i < lines.length; i += 1) {
    if (native.indexOf(lines[i], "user-script:") === -1) {
      made += (made === "" ? "" : "\n") + lines[i];
    }
  }
  return made;
}
