// needs: natives.js natives-language.js natives-elements.js lists.js watch.js
/**
 * Calls an action for each element of a selector in open shadow trees, those that are there and those that come.
 * @param {string} selector @param {string} hostSelector hosts to look in; empty for all
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
 * @param {string} hostSelector hosts of trees; empty for all
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
      // No selector.
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
  // A shadow tree comes to an element without a change that observers see.
  native.listen(window, "load", visit);
}
