// needs: natives.js natives-document.js natives-elements.js
/**
 * Records that an action with this name is done here. Returns whether no window around this one has done it.
 * This matters because a frame that the action adds is a page with the same filters.
 * @param {string} name
 */
function isFirstAround(name) {
  const mark = "sluice-" + name;
  window[mark] = true;
  try {
    for (let view = window; view !== view.top && view.frameElement !== null; ) {
      view = view.parent;
      if (view[mark]) {
        return false;
      }
    }
  } catch {
    // A window of another origin.
  }
  return true;
}

/**
 * Adds nodes to the first element that matches a selector, as soon as it exists.
 * @param {string} selector
 * @param {Node} nodes a fragment with all nodes
 * @param {number} time the milliseconds until they are removed; NaN for never
 */
function addOnce(selector, nodes, time) {
  const added = { __proto__: null, length: 0 };
  for (let node = native.firstChild(nodes); node !== null; node = native.nextSibling(node)) {
    added[added.length] = node;
    added.length += 1;
  }
  const add = () => {
    let parent = null;
    try {
      parent = native.query(document, selector);
    } catch {
      return true;
    }
    if (parent === null) {
      return false;
    }
    native.appendChild(parent, nodes);
    if (time >= 0) {
      native.setTimeout(() => {
        for (let i = 0; i < added.length; i += 1) {
          added[i].remove();
        }
      }, time);
    }
    return true;
  };
  if (added.length === 0 || add()) {
    return;
  }
  const observer = new native.MutationObserver(() => {
    if (add()) {
      native.disconnect(observer);
    }
  });
  native.observe(observer, document, { __proto__: null, childList: true, subtree: true, attributes: true });
}
