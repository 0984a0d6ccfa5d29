// needs: natives.js natives-language.js natives-elements.js lists.js watch.js
/**
 * Calls an action for each element that matches a selector in open shadow trees, now and later.
 * @param {string} selector @param {string} hostSelector the hosts to search; empty for all
 * @param {function(any): void} action
 */
function forEachInShadows(selector, hostSelector, action) {
  if (selector === "") {
    return;
  }
  const queryIn = native.free(DocumentFragment.prototype.querySelectorAll);
  forEachShadowTree(hostSelector, (root) => {
    const found = queryIn(root, selector);
    const count = native.listLength(found);
    for (let i = 0; i < count; i += 1) {
      action(found[i]);
    }
  });
}

/**
 * Calls an action for each open shadow tree, when it is found and when it changes.
 * @param {string} hostSelector the hosts of the trees; empty for all
 * @param {function(ShadowRoot): void} action
 */
function forEachShadowTree(hostSelector, action) {
  const queryIn = native.free(DocumentFragment.prototype.querySelectorAll);
  const seen = new native.WeakSet();
  const visitHosts = (list, count) => {
    for (let i = 0; i < count; i += 1) {
      const root = native.shadowRoot(list[i]);
      if (root !== null) {
        visitRoot(root);
      }
    }
  };
  const visitRoot = (root) => {
    if (!native.marks(seen, root)) {
      native.mark(seen, root);
      const observer = new native.MutationObserver(() => visitRoot(root));
      native.observe(observer, root, { __proto__: null, childList: true, subtree: true });
    }
    try {
      action(root);
    } catch {
      // The selector is invalid.
    }
    const inner = queryIn(root, "*");
    visitHosts(inner, native.listLength(inner));
  };
  const visit = () => {
    const hosts = elementsOf(hostSelector === "" ? "*" : hostSelector);
    visitHosts(hosts, hosts.length);
  };
  visit();
  watchDocument(visit, false);
  // Observers do not notice when an element gets a shadow tree.
  native.listen(window, "load", visit);
}
