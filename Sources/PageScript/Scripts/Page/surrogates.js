// needs: natives.js lists.js state.js hosts.js
/**
 * What is blocked and has a substitute. `rules` are asked in their order and the first that matches decides: each has `hosts` (a host and
 * all below it; empty for any), `path` (a regex of the address, or ""), `run` (the name of a surrogate; "" for none), and pages
 * `on` which and `not` on which it holds (hosts; empty for all and none). `scripts` are the surrogates.
 * @typedef {{hosts: string[], path: string, run: string, on?: string[], not?: string[]}} SurrogateRule
 * @typedef {{rules: SurrogateRule[], scripts: Object<string, function(): void>}} SurrogateData
 */

/**
 * Runs surrogates for scripts that the rules block. An observer's microtask comes before the next inline script; the
 * error of the blocked load comes later and is kept from the page.
 * @param {SurrogateData} data
 */
function startSurrogates(data) {
  const rules = readSurrogateRules(data.rules);
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
    const type = native.lowerCase(native.attribute(script, "type") ?? "");
    if (!isScriptType(type) || native.attribute(script, "src") === null) {
      return;
    }
    const url = native.scriptSource(script);
    if (native.weakGet(done, script) === url) {
      return;
    }
    const name = surrogateOf(rules, url);
    if (name === "") {
      return;
    }
    native.weakSet(done, script, url);
    // One surrogate stands for all scripts that it is for.
    if (ran[name] !== true) {
      ran[name] = true;
      try {
        data.scripts[name]();
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

/** The rules that hold on this page. @param {SurrogateRule[]} given */
function readSurrogateRules(given) {
  const rules = newList();
  const host = pageHost();
  for (let i = 0; i < given.length; i += 1) {
    const rule = given[i];
    const on = rule.on ?? [];
    const not = rule.not ?? [];
    if ((on.length === 0 || isBelowAny(host, on)) && !isBelowAny(host, not)) {
      push(rules, {
        __proto__: null,
        hosts: rule.hosts,
        path: rule.path === "" ? null : new native.RegExp(rule.path, "i"),
        run: rule.run,
      });
    }
  }
  return rules;
}

/** The name of what is run for a script of this address; "" for nothing. @param {string} url */
function surrogateOf(rules, url) {
  const host = hostOf(url);
  if (host === "") {
    return "";
  }
  for (let i = 0; i < rules.length; i += 1) {
    const rule = rules[i];
    if (rule.hosts.length > 0 && !isBelowAny(host, rule.hosts)) {
      continue;
    }
    if (rule.path === null || native.exec(rule.path, url) !== null) {
      return rule.run;
    }
  }
  return "";
}
