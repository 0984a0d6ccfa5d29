// needs: natives.js natives-elements.js patterns.js text-answers.js
// uBlock Origin: selector, needed selector, address
// AdGuard: selector, needed selector, address
// required: 1
// not read: `verbose`
/**
 * Arguments: selector or xpath(…)[, selector that must match[, pattern of the address]]. Removes the nodes
 * from XML responses.
 */
function scriptlet_xml_prune(tools, args) {
  const selector = args[0] ?? "";
  const needed = args[1] ?? "";
  const address = readPattern(args[2] ?? "", tools.dialect, false);
  if (selector === "" || address === null) {
    return;
  }
  const parser = new DOMParser();
  const parse = native.free(DOMParser.prototype.parseFromString);
  const serializer = new XMLSerializer();
  const serialize = native.free(XMLSerializer.prototype.serializeToString);
  const snapshotLength = native.free(native.descriptor(XPathResult.prototype, "snapshotLength").get);
  const snapshotItem = native.free(XPathResult.prototype.snapshotItem);
  const ownerOf = native.free(native.descriptor(Attr.prototype, "ownerElement").get);
  const attributeName = native.free(native.descriptor(Attr.prototype, "name").get);
  const find = (tree, text) => {
    const found = newList();
    if (native.startsWith(text, "xpath(") && native.endsWith(text, ")")) {
      const path = native.slice(text, 6, -1);
      const result = native.evaluate(tree, path, tree, null, 7, null);
      const count = snapshotLength(result);
      for (let i = 0; i < count; i += 1) {
        push(found, snapshotItem(result, i));
      }
    } else {
      const elements = native.queryAll(tree, text);
      const count = native.listLength(elements);
      for (let i = 0; i < count; i += 1) {
        push(found, elements[i]);
      }
    }
    return found;
  };
  changeAnswersOf(address, (text) => {
    if (native.trim(text)[0] !== "<") {
      return text;
    }
    const tree = parse(parser, text, "text/xml");
    if (native.query(tree, "parsererror") !== null || (needed !== "" && find(tree, needed).length === 0)) {
      return text;
    }
    const found = find(tree, selector);
    for (let i = 0; i < found.length; i += 1) {
      const node = found[i];
      if (native.nodeType(node) === 2) {
        native.removeAttribute(ownerOf(node), attributeName(node));
      } else if (native.nodeType(node) === 1) {
        native.removeElement(node);
      }
    }
    return found.length === 0 ? text : serialize(serializer, tree);
  });
}
