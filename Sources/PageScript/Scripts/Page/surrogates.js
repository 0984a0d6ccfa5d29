// needs: natives.js natives-scripts.js lists.js state.js hosts.js
/**
 * What is blocked and has a substitute. `rules` are asked in their order and the first that matches decides: each has `hosts` (a host and
 * all below it; empty for any), `path` (a regex of the address, or ""), `run` (the name of a surrogate; "" for none). It holds on pages of
 * hosts `on` which and below, and `not` on those: the nearest above a page decides, and `all` says whether pages of no such host are meant;
 * without it they are where there is no `on`. `at` are hosts on whose own pages it holds too. Each host stands between blanks.
 * `scripts` are the surrogates.
 * @typedef {{hosts: string[], path: string, run: string, on?: string, not?: string, at?: string, all?: boolean}} SurrogateRule
 * @typedef {{rules: SurrogateRule[], scripts: Object<string, function(): void>}} SurrogateData
 */

/**
 * Runs surrogates for scripts that the rules block. An observer's microtask comes before the next inline script; the
 * error of the blocked load comes later and is kept from the page.
 * @param {SurrogateData} data
 */
function startSurrogates(data) {
  captureScripts();
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
    const url = native.scriptSource(script);
    if (url === "" || !isScriptType(native.lowerCase(native.scriptType(script)))) {
      return;
    }
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

/** The rules that hold on this page; none where no surrogate can run. @param {SurrogateRule[]} given */
function readSurrogateRules(given) {
  const rules = newList();
  const host = pageHost();
  let runs = false;
  for (let i = 0; i < given.length; i += 1) {
    const rule = given[i];
    if (!holdsOn(rule, host)) {
      continue;
    }
    runs = runs || rule.run !== "";
    // The regex is made for the first script of its hosts, of which most pages have none.
    push(rules, { __proto__: null, hosts: rule.hosts, path: rule.path, regex: null, run: rule.run });
    if (rule.hosts.length === 0 && rule.path === "") {
      break;
    }
  }
  return runs ? rules : newList();
}

/** Whether a rule holds on pages of a host. @param {SurrogateRule} rule @param {string} host */
function holdsOn(rule, host) {
  if (isNamed(host, rule.at)) {
    return true;
  }
  for (let name = host; name !== "";) {
    if (isNamed(name, rule.on)) {
      return true;
    }
    if (isNamed(name, rule.not)) {
      return false;
    }
    const dot = native.indexOf(name, ".");
    name = dot === -1 ? "" : native.slice(name, dot + 1);
  }
  return rule.all ?? rule.on === undefined;
}

/** Whether a name is among hosts. @param {string} name @param {string | undefined} hosts */
function isNamed(name, hosts) {
  return hosts !== undefined && native.indexOf(hosts, " " + name + " ") !== -1;
}

/** The name of what is run for a script of this address; "" for nothing. @param {string} url */
function surrogateOf(rules, url) {
  const host = hostOf(url);
  if (host === "") {
    return "";
  }
  // The rules of WebKit do not see it either.
  const hash = native.indexOf(url, "#");
  const address = hash === -1 ? url : native.slice(url, 0, hash);
  for (let i = 0; i < rules.length; i += 1) {
    const rule = rules[i];
    if (rule.hosts.length > 0 && !isBelowAny(host, rule.hosts)) {
      continue;
    }
    if (rule.path !== "" && rule.regex === null) {
      rule.regex = new native.RegExp(rule.path, "i");
    }
    if (rule.regex === null || native.exec(rule.regex, address) !== null) {
      return rule.run;
    }
  }
  return "";
}
