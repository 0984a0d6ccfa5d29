// needs: natives.js natives-document.js natives-elements.js
/**
 * Runs an action whenever the document changes, at most once in 40 ms.
 * @param {function(): void} action
 * @param {boolean} attributes whether changes of attributes count
 * @returns {function(): void} stops watching. A pending change is then ignored
 */
function watchDocument(action, attributes) {
  let isWaiting = false;
  let isDue = false;
  let isEnded = false;
  const run = () => {
    isWaiting = true;
    isDue = false;
    action();
    native.takeRecords(observer);
    native.setTimeout(() => {
      isWaiting = false;
      if (isDue && !isEnded) {
        run();
      }
    }, 40);
  };
  const observer = new native.MutationObserver(() => {
    if (isWaiting) {
      isDue = true;
    } else {
      run();
    }
  });
  native.observe(observer, document, { __proto__: null, childList: true, subtree: true, attributes });
  return () => {
    isEnded = true;
    native.disconnect(observer);
  };
}

/**
 * Returns the elements that match a selector; empty if it is invalid.
 * @param {string} selector
 */
function elementsOf(selector) {
  const elements = { __proto__: null, length: 0 };
  try {
    const found = native.queryAll(document, selector);
    const count = native.listLength(found);
    for (let i = 0; i < count; i += 1) {
      elements[i] = found[i];
    }
    elements.length = count;
  } catch {
    // A selector that WebKit does not know selects nothing.
  }
  return elements;
}
