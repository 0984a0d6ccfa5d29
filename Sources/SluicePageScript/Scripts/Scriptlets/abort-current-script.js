// needs: natives.js natives-scripts.js natives-elements.js traps.js abort.js patterns.js lists.js
// uBlock Origin: chain, text, address
// AdGuard: chain, text
// required: 1
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
 * Returns whether a script appears to declare a name other than with `var`: `function name`, `class name`,
 * `let name`, `let other = 1, name`, `const { name } = …`.
 * @param {string} text
 * @param {string} key
 */
function declares(text, key) {
  for (let at = native.indexOf(text, key), tries = 0; at !== -1 && tries < 1000; at = native.indexOf(text, key, at + 1), tries += 1) {
    if (isPartOfName(text[at - 1]) || isPartOfName(text[at + key.length])) {
      continue;
    }
    let end = endBeforeGap(text, at);
    if (text[end - 1] === "*") {
      end = endBeforeGap(text, end - 1);
    }
    const word = wordBefore(text, end);
    if (word === "function" || (end < at && (word === "class" || word === "let" || word === "const"))) {
      return true;
    }
    if (native.indexOf(",{[:.", text[end - 1]) !== -1 && isDeclarator(text, at)) {
      return true;
    }
  }
  return false;
}

/** Returns whether a character can be part of a name. @param {string | undefined} sign */
function isPartOfName(sign) {
  return sign !== undefined && native.exec(/[\w$\u0080-\uffff]/, sign) !== null;
}

/** Returns the end of the text before the spaces and comments that end at a position. */
function endBeforeGap(text, at) {
  let end = at;
  for (;;) {
    while (end > 0 && native.trim(text[end - 1]) === "") {
      end -= 1;
    }
    const isComment = text[end - 1] === "/" && text[end - 2] === "*";
    const start = isComment ? native.lastIndexOf(text, "/*", end - 3) : end < at ? startOfLineComment(text, end) : -1;
    if (start === -1) {
      return end;
    }
    end = start;
  }
}

/** Returns the start of a comment that a position ends, if a word of a declaration is before it; otherwise -1. */
function startOfLineComment(text, end) {
  const start = native.lastIndexOf(text, "//", end - 1);
  const lineEnd = native.indexOf(text, "\n", end);
  if (start === -1 || lineEnd === -1 || native.trim(native.slice(text, end, lineEnd)) !== "" || native.indexOf(native.slice(text, start, end), "\n") !== -1) {
    return -1;
  }
  let before = start;
  while (before > 0 && native.trim(text[before - 1]) === "") {
    before -= 1;
  }
  const word = wordBefore(text, before);
  return word === "let" || word === "const" || word === "class" || word === "function" ? start : -1;
}

/** Returns the word that ends at a position. */
function wordBefore(text, end) {
  let start = end;
  while (start > 0 && isPartOfName(text[start - 1])) {
    start -= 1;
  }
  return native.slice(text, start, end);
}

/** Returns whether the name at a position belongs to a `let` or `const` before it. */
function isDeclarator(text, at) {
  const limit = at < 10000 ? 0 : at - 10000;
  for (let end = at, tries = 0; end > limit && tries < 20; tries += 1) {
    const one = native.lastIndexOf(text, "let", end - 1);
    const other = native.lastIndexOf(text, "const", end - 1);
    const start = one > other ? one : other;
    if (start < limit) {
      return false;
    }
    const from = start + (one > other ? 3 : 5);
    // An inner declaration may be part of the value of an outer one.
    if (!isPartOfName(text[start - 1]) && !isPartOfName(text[from]) && from < at && declaresAt(text, from, at)) {
      return true;
    }
    end = start;
  }
  return false;
}

/**
 * Returns whether the position is that of a declared name, in the declarations that begin after `let` or
 * `const`.
 */
function declaresAt(text, from, at) {
  let depth = 0;
  let isValue = false;
  for (let i = from; i < at; i += 1) {
    const sign = text[i];
    if (sign === '"' || sign === "'" || sign === "`") {
      for (i += 1; i < at && text[i] !== sign; i += 1) {
        i += text[i] === "\\" ? 1 : 0;
      }
    } else if (sign === "/" && (text[i + 1] === "*" || text[i + 1] === "/")) {
      const end = native.indexOf(text, text[i + 1] === "*" ? "*/" : "\n", i + 2);
      i = end === -1 ? at : end;
    } else if (native.indexOf("([{", sign) !== -1) {
      depth += 1;
    } else if (native.indexOf(")]}", sign) !== -1) {
      depth -= 1;
      if (depth < 0) {
        return false;
      }
    } else if (depth === 0 && (sign === ";" || (sign === "\n" && endsStatement(text, from, i)))) {
      return false;
    } else if (depth === 0 && (sign === "," || sign === "=")) {
      isValue = sign === "=";
    }
  }
  return !isValue;
}

/** Returns whether a line end ends a statement, because nothing continues it. */
function endsStatement(text, from, at) {
  const before = text[endBeforeGap(text, at) - 1];
  let next = at;
  while (next < text.length && native.trim(text[next]) === "") {
    next += 1;
  }
  const continues = ",=+-*/%&|?:<>({[!~^.";
  return endBeforeGap(text, at) > from && native.indexOf(continues, before) === -1 && native.indexOf(continues + ")]}", text[next] ?? ";") === -1;
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
