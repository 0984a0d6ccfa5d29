// needs: natives.js natives-document.js natives-scripts.js lists.js state.js tracker-rules.js
/**
 * The blocked scripts that have a surrogate: `run` of a rule is the name of the surrogate, and `scripts` are
 * the surrogates.
 * @typedef {{rules: TrackerRule[], scripts: Object<string, function(): void>}} SurrogateData
 */

/**
 * Runs surrogates for scripts that the rules block. An observer's microtask runs before the next inline
 * script. The error of the blocked load follows later and is hidden from the page.
 * @param {SurrogateData} data
 */
function startSurrogates(data) {
  const rules = readTrackerRules(data.rules);
  if (rules.length === 0) {
    return;
  }
  // The elements for which a surrogate has run, and all elements that have started.
  const done = new native.WeakSet();
  const started = new native.WeakSet();
  const isScript = (node) => {
    try {
      native.scriptSource(node);
      return true;
    } catch {
      return false;
    }
  };
  const swallow = (event) => {
    const target = native.eventTarget(event);
    if (event.isTrusted && target !== null && target !== window && isScript(target) && native.marks(done, target)) {
      native.stopEvent(event);
    }
  };
  const look = (script) => {
    const url = native.scriptSource(script);
    if (native.marks(started, script) || (url === "" && native.textContent(script) === "")) {
      return;
    }
    // Once a script has started, another address has no effect.
    native.mark(started, script);
    if (url === "" || !isRun(script) || hasIntegrity(script)) {
      return;
    }
    const name = whatRunsFor(rules, url);
    if (name === "") {
      return;
    }
    native.mark(done, script);
    try {
      const run = data.scripts[name];
      // Not called as a method: a surrogate is a script, and its `this` is the window.
      run();
    } catch {
      // An error must not affect the page.
    }
    // The window receives no events of an element that has been removed.
    native.listen(script, "error", swallow, true);
    native.dispatch(script, new native.Event("load"));
  };
  // In document order and without recursion, because a page can create trees of any depth.
  const visit = (root) => {
    let node = root;
    for (;;) {
      if (native.nodeType(node) === 1 && isScript(node)) {
        look(node);
      }
      let next = native.firstChild(node);
      while (next === null) {
        if (node === root) {
          return;
        }
        next = native.nextSibling(node);
        if (next === null) {
          node = native.parentNode(node);
          if (node === null) {
            return;
          }
        }
      }
      node = next;
    }
  };
  const observer = new native.MutationObserver((records) => {
    for (let i = 0; i < records.length; i += 1) {
      const target = native.recordTarget(records[i]);
      if (isScript(target)) {
        look(target);
      }
      const added = native.addedNodes(records[i]);
      const count = native.listLength(added);
      for (let k = 0; k < count; k += 1) {
        visit(added[k]);
      }
    }
  });
  const watch = () => {
    native.observe(observer, document, {
      __proto__: null, childList: true, subtree: true, attributes: true, attributeFilter: ["src"],
    });
    native.listen(window, "error", swallow, true);
  };
  watch();
  onReopen(watch);
}

/**
 * Returns whether a browser runs a script, according to its type and other attributes.
 * @param {Element} script
 */
function isRun(script) {
  const type = native.attribute(script, "type");
  const language = native.attribute(script, "language");
  if (type === "" || (type === null && (language === null || language === ""))) {
    return isClassic(script);
  }
  const named = type === null ? "text/" + native.lowerCase(language) : native.lowerCase(native.trim(type));
  return named === "module" || (scriptTypes[named] === true && isClassic(script));
}

/**
 * Returns whether a classic script is not restricted to other browsers or to another event.
 * @param {Element} script
 */
function isClassic(script) {
  if (native.hasAttribute(script, "nomodule")) {
    return false;
  }
  const target = native.attribute(script, "for");
  const event = native.attribute(script, "event");
  if (target === null || event === null) {
    return true;
  }
  const name = native.lowerCase(native.trim(event));
  return native.lowerCase(native.trim(target)) === "window" && (name === "onload" || name === "onload()");
}

/** Returns whether a script may only have a certain text, which a surrogate does not have. */
function hasIntegrity(script) {
  return native.exec(/(?:^|\s)sha(?:256|384|512)-/i, native.attribute(script, "integrity") ?? "") !== null;
}

/** The JavaScript MIME types of the standard. */
const scriptTypes = {
  __proto__: null, "application/ecmascript": true, "application/javascript": true, "application/x-ecmascript": true,
  "application/x-javascript": true, "text/ecmascript": true, "text/javascript": true, "text/javascript1.0": true,
  "text/javascript1.1": true, "text/javascript1.2": true, "text/javascript1.3": true, "text/javascript1.4": true,
  "text/javascript1.5": true, "text/jscript": true, "text/livescript": true, "text/x-ecmascript": true, "text/x-javascript": true,
};
