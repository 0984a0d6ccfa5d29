// needs: natives.js natives-scripts.js lists.js state.js tracker-rules.js
/**
 * What is blocked and has a substitute: `run` of the rules is the name of a surrogate, and `scripts` are these.
 * @typedef {{rules: TrackerRule[], scripts: Object<string, function(): void>}} SurrogateData
 */

/**
 * Runs surrogates for scripts that the rules block. An observer's microtask comes before the next inline script; the
 * error of the blocked load comes later and is kept from the page.
 * @param {SurrogateData} data
 */
function startSurrogates(data) {
  captureScripts();
  const rules = readTrackerRules(data.rules);
  if (rules.length === 0) {
    return;
  }
  // Elements with the address for which a surrogate has been run.
  const done = new native.WeakMap();
  const ran = { __proto__: null };
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
    if (event.isTrusted && target !== null && target !== window && isScript(target) && native.weakGet(done, target) !== undefined) {
      native.stopEvent(event);
    }
  };
  const look = (script) => {
    const url = native.scriptSource(script);
    if (url === "" || !isScriptType(native.lowerCase(native.scriptType(script)))) {
      return;
    }
    if (native.weakGet(done, script) === url) {
      return;
    }
    const name = whatRunsFor(rules, url);
    if (name === "") {
      return;
    }
    native.weakSet(done, script, url);
    // One surrogate stands for all scripts that it is for.
    if (ran[name] !== true) {
      ran[name] = true;
      try {
        const run = data.scripts[name];
        // Not as a method: a surrogate is a script, whose `this` is the window.
        run();
      } catch {
        // The page goes on as without it.
      }
    }
    // The window hears nothing of an element that has been removed.
    native.listen(script, "error", swallow, true);
    native.dispatch(script, new native.Event("load"));
  };
  const visit = (node) => {
    if (native.nodeType(node) !== 1) {
      return;
    }
    if (isScript(node)) {
      look(node);
    }
    for (let child = native.firstChild(node); child !== null; child = native.nextSibling(child)) {
      visit(child);
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

/** Whether a script of this type runs. @param {string} type */
function isScriptType(type) {
  return type === "" || type === "module" || type === "text/javascript" || type === "application/javascript"
    || type === "application/x-javascript" || type === "text/ecmascript" || type === "application/ecmascript";
}
