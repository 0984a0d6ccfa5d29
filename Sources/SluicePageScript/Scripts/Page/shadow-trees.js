// needs: natives.js natives-language.js natives-elements.js lists.js watch.js masks.js foreign-errors.js
/** The closed shadow trees of elements. Pages see them only through the method that has attached them. */
const closedTrees = { __proto__: null, roots: null, actions: null };

/**
 * Calls an action for each element that matches a selector in open shadow trees, now and later.
 * @param {string} selector @param {string} hostSelector the hosts to search; empty for all
 * @param {function(any): void} action
 */
function forEachInShadows(selector, hostSelector, action) {
  if (selector === "") {
    return;
  }
  forEachShadowTree(hostSelector, false, (root) => {
    const found = native.queryAllInTree(root, selector);
    const count = native.listLength(found);
    for (let i = 0; i < count; i += 1) {
      action(found[i]);
    }
  });
}

/**
 * Calls an action for each shadow tree, when it is attached or found and when it changes.
 * @param {string} hostSelector the hosts of the trees; empty for all
 * @param {boolean} isOfClosed whether closed trees count
 * @param {function(ShadowRoot): void} action
 */
function forEachShadowTree(hostSelector, isOfClosed, action) {
  watchAttachedTrees();
  const seen = new native.WeakSet();
  const rootOf = (element) => native.shadowRoot(element) ?? (isOfClosed ? closedTreeOf(element) : null);
  const visitHosts = (list, count) => {
    for (let i = 0; i < count; i += 1) {
      const root = rootOf(list[i]);
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
    const inner = native.queryAllInTree(root, "*");
    visitHosts(inner, native.listLength(inner));
  };
  const visit = () => {
    const hosts = elementsOf(hostSelector === "" ? "*" : hostSelector);
    visitHosts(hosts, hosts.length);
  };
  push(closedTrees.actions, (host, root) => {
    if (rootOf(host) === root && (hostSelector === "" || native.matches(host, hostSelector))) {
      visitRoot(root);
    }
  });
  visit();
  watchDocument(visit, false);
}

/** Returns the closed shadow tree of an element; null if it has none. */
function closedTreeOf(element) {
  return native.weakGet(closedTrees.roots, element) ?? null;
}

/** Observes that elements get shadow trees, which no observer of changes sees. */
function watchAttachedTrees() {
  if (closedTrees.roots !== null) {
    return;
  }
  closedTrees.roots = new native.WeakMap();
  closedTrees.actions = newList();
  native.queryAllInTree = native.free(DocumentFragment.prototype.querySelectorAll);
  replaceMethod(Element.prototype, "attachShadow", (original) => ({
    attachShadow() {
      let root;
      try {
        root = native.apply(original, this, arguments);
      } catch (error) {
        throw foreignError(error);
      }
      if (native.shadowRoot(this) === null) {
        native.weakSet(closedTrees.roots, this, root);
      }
      for (let i = 0; i < closedTrees.actions.length; i += 1) {
        try {
          closedTrees.actions[i](this, root);
        } catch {
          // The selector of hosts is invalid.
        }
      }
      return root;
    },
  }.attachShadow));
}
