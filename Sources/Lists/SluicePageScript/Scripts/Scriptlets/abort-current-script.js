// needs: natives.js natives-scripts.js natives-elements.js traps.js abort.js patterns.js lists.js
// uBlock Origin: chain, text, address
// AdGuard: chain, text
// names in uBlock Origin: acs, acis, abort-current-inline-script
// names in AdGuard: abort-current-inline-script, abp-abort-current-inline-script
/**
 * Arguments: chain, text of the script, pattern of its URL. Ends matching scripts that read or assign the
 * chain.
 */
function scriptlet_abort_current_script(tools, args) {
  const chain = args[0] ?? "";
  const text = readPattern(args[1] ?? "", tools.dialect, false);
  const source = tools.dialect === "ublock" && args[2] ? readPattern(args[2], tools.dialect, false) : null;
  if (chain === "" || text === null) {
    return;
  }
  const first = native.currentScript(document);
  const check = (key) => {
    const script = native.currentScript(document);
    if (script === null || script === first || native.nodeName(script) === "script") {
      return;
    }
    const url = native.scriptSource(script);
    if (source !== null && !patternMatches(source, url)) {
      return;
    }
    if (patternMatches(text, scriptText(script, url))) {
      throw abortError(key);
    }
  };
  trapChain(window, chain, (owner, key) => {
    trapProperty(owner, key, {
      __proto__: null,
      get: (value) => {
        check(key);
        return value;
      },
      set: (value) => {
        check(key);
        return value;
      },
    }, true);
    if (owner === window) {
      endDeclarations(key, (script) => patternMatches(text, native.textContent(script)));
    }
  });
}

/**
 * Prevents matching inline scripts from starting if they declare the name themselves, because the trap would
 * not be called. An observer sees them before they run.
 * @param {string} key @param {function(Element): boolean} isMeant
 */
function endDeclarations(key, isMeant) {
  if (native.readyState(document) !== "loading") {
    return;
  }
  const observer = new native.MutationObserver((records) => {
    for (let i = 0; i < records.length; i += 1) {
      const added = native.addedNodes(records[i]);
      for (let k = 0; k < native.listLength(added); k += 1) {
        const node = added[k];
        if (native.nodeName(node) === "SCRIPT" && declares(native.textContent(node), key) && isMeant(node) && lockName(key)) {
          expectAbort();
          native.disconnect(observer);
        }
      }
    }
  });
  native.observe(observer, document, { __proto__: null, childList: true, subtree: true });
  native.listen(document, "DOMContentLoaded", () => native.disconnect(observer), { __proto__: null, once: true });
}

/**
 * Returns whether a script appears to declare a name other than with `var`.
 * @param {string} text
 * @param {string} key
 */
function declares(text, key) {
  const words = ["function", "let", "const", "class"];
  for (let i = 0; i < words.length; i += 1) {
    if (native.indexOf(text, words[i] + " " + key) !== -1) {
      return true;
    }
  }
  return false;
}

/** Returns the text of a script, or the text of its data: URL. */
function scriptText(script, url) {
  if (!native.startsWith(url, "data:")) {
    return native.textContent(script);
  }
  const comma = native.indexOf(url, ",");
  try {
    const body = native.decode(native.slice(url, comma + 1));
    return native.endsWith(native.slice(url, 0, comma), ";base64") ? native.atob(body) : body;
  } catch {
    return "";
  }
}
