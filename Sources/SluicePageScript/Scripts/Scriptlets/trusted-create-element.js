// needs: added-elements.js
// world: isolated
// AdGuard: parent, tag, attributes, text, time
// required: 2
/**
 * Arguments: selector of the parent, tag[, attributes as in HTML[, text[, milliseconds]]]. Adds the element
 * once.
 */
function scriptlet_trusted_create_element(tools, args) {
  const selector = args[0] ?? "";
  const tag = args[1] ?? "";
  const attributes = readAttributes(args[2] ?? "");
  if (selector === "" || tag === "" || attributes === null || !isFirstAround("element " + selector + " " + tag + " " + (args[2] ?? ""))) {
    return;
  }
  const element = native.createElement(document, tag);
  for (let i = 0; i < attributes.length; i += 2) {
    native.setAttribute(element, attributes[i], attributes[i + 1]);
  }
  native.setTextContent(element, args[3] ?? "");
  const nodes = document.createDocumentFragment();
  native.appendChild(nodes, element);
  addOnce(selector, nodes, args[4] ? native.Number(args[4]) : NaN);
}

/**
 * Parses `name="value" name` into alternating names and values. Returns null if the text does not have this
 * form.
 * @param {string} text
 */
function readAttributes(text) {
  const found = { __proto__: null, length: 0 };
  const add = (part) => {
    found[found.length] = part;
    found.length += 1;
  };
  let at = 0;
  while (at < text.length) {
    if (text[at] === " ") {
      at += 1;
      continue;
    }
    const start = at;
    while (at < text.length && text[at] !== " " && text[at] !== "=" && text[at] !== '"' && text[at] !== "'") {
      at += 1;
    }
    if (at === start) {
      return null;
    }
    add(native.slice(text, start, at));
    if (text[at] !== "=") {
      add("");
      continue;
    }
    const quote = text[at + 1];
    let value = "";
    if (quote !== '"' && quote !== "'") {
      return null;
    }
    for (at += 2; at < text.length && text[at] !== quote; at += 1) {
      at += text[at] === "\\" ? 1 : 0;
      value += text[at] ?? "";
    }
    if (at >= text.length) {
      return null;
    }
    at += 1;
    add(value);
  }
  return found;
}
