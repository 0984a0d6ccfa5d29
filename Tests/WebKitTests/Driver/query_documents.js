// Reads pages and asks them for elements. A case is {"html": text, "selectors": [text, …]}; one without selectors is asked for those
// that all have in common. Each page is written into a document of its own, with the engine's own parser. The result of a case is
// {"tree": text, "found": [[selector, element, …], …], "refused": [selector, …]}: the tree as `HTMLDocument.outlineText` writes it,
// what querySelectorAll finds for each selector that finds something, and the selectors that it does not take. Selectors and
// elements are indices, these in the order of the tree.
const outline = (document) => {
  const lines = [];
  const namespaces = {"http://www.w3.org/1999/xhtml": "", "http://www.w3.org/2000/svg": "svg ", "http://www.w3.org/1998/Math/MathML": "math "};
  let pending = null;
  const flush = () => { if (pending !== null) lines.push(pending + '"'); pending = null; };
  let node = document.firstChild, depth = 0;
  while (node) {
    const indent = " ".repeat(depth);
    if (node.nodeType === 3) {
      pending = (pending === null ? indent + '"' : pending) + node.data;
    } else {
      flush();
      if (node.nodeType === 10) lines.push(indent + "!doctype");
      if (node.nodeType === 8) lines.push(indent + "!--");
      if (node.nodeType === 1) {
        const words = Array.from(node.attributes, (a) => " " + a.localName + "=" + a.value).sort();
        lines.push(indent + namespaces[node.namespaceURI] + node.localName + words.join(""));
      }
    }
    if (node.firstChild) { flush(); node = node.firstChild; depth++; continue; }
    while (node && !node.nextSibling) {
      flush();
      node = node.parentNode === document ? null : node.parentNode;
      depth--;
    }
    if (node) node = node.nextSibling;
  }
  flush();
  return lines.join("\n");
};
const answers = cases.map(({ html, selectors = common }) => {
  // A document that was written to before would remember how it looked up classes.
  const frame = document.createElement("iframe");
  document.body.append(frame);
  const inner = frame.contentDocument;
  inner.open();
  inner.write(html);
  inner.close();
  const tree = outline(inner);
  const numbers = new Map(Array.from(inner.querySelectorAll("*"), (element, index) => [element, index]));
  const found = [], refused = [];
  selectors.forEach((selector, index) => {
    try {
      const elements = inner.querySelectorAll(selector);
      if (elements.length) found.push([index, ...Array.from(elements, (element) => numbers.get(element))]);
    } catch { refused.push(index); }
  });
  frame.remove();
  return { tree, found, refused };
});
return answers;
