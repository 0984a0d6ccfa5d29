// needs: natives.js natives-document.js natives-language.js natives-elements.js lists.js patterns.js
/**
 * Calls an action for each node with a name, existing and new, until the document has been parsed.
 * @param {TextPattern} name the names of nodes, ignoring case
 * @param {number} stayMilliseconds how long to continue after the end of the document; Infinity for no limit
 * @param {function(Node): void} action
 */
function forEachNode(name, stayMilliseconds, action) {
  const wanted = native.lowerCase(name.text);
  const isWanted = (node) => {
    const given = native.lowerCase(native.nodeName(node));
    return name.regex === null ? given === wanted : patternMatches(name, given) || patternMatches(name, native.upperCase(given));
  };
  const visit = (node) => {
    if (isWanted(node)) {
      action(node);
    }
    for (let child = native.firstChild(node); child !== null; child = native.nextSibling(child)) {
      visit(child);
    }
  };
  const handle = (records) => {
    for (let i = 0; i < records.length; i += 1) {
      const added = native.addedNodes(records[i]);
      const count = native.listLength(added);
      for (let k = 0; k < count; k += 1) {
        visit(added[k]);
      }
    }
  };
  const observer = new native.MutationObserver(handle);
  native.observe(observer, document, { __proto__: null, childList: true, subtree: true });
  const root = native.root(document);
  if (root !== null) {
    visit(root);
  }
  const end = () => {
    if (stayMilliseconds === Infinity) {
      return;
    }
    native.setTimeout(() => native.disconnect(observer), stayMilliseconds);
  };
  if (native.readyState(document) === "loading") {
    native.listen(document, "DOMContentLoaded", () => {
      handle(native.takeRecords(observer));
      end();
    }, { __proto__: null, once: true });
  } else {
    end();
  }
}
