// needs: natives.js natives-elements.js traps.js abort.js patterns.js
/** chain, text of the script, pattern of its URL: a script with them that reads or assigns the chain ends. */
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
  });
}

/** A script's own text, or that of its data: URL. */
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
