// needs: natives.js natives-elements.js lists.js patterns.js options.js text-nodes.js
// world: isolated
/** name of the node, pattern, replacement[, options]: trusted, since what it writes may run. */
function scriptlet_replace_node_text(tools, args) {
  const name = readPattern(args[0] ?? "", tools.dialect, false);
  const pattern = readPattern(args[1] ?? "", tools.dialect, false);
  const replacement = args[2] ?? "";
  if (name === null || pattern === null || name.text === "" || args.length < 2 || pattern.text === "") {
    return;
  }
  const options = readOptions(args, 3);
  const conditions = newList();
  for (const word of ["includes", "condition", "excludes"]) {
    if (options[word] !== undefined) {
      const one = readPattern(native.String(options[word]), tools.dialect, false);
      if (one === null) {
        return;
      }
      one.negated = word === "excludes";
      push(conditions, one);
    }
  }
  const isAdGuard = tools.dialect === "adguard";
  const stay = options.stay || isAdGuard ? Infinity : options.quitAfter > 0 ? options.quitAfter : 0;
  let left = options.sedCount > 0 ? options.sedCount : Infinity;
  const policy = scriptPolicy();
  // A node is seen again with what is around it.
  const written = new native.WeakMap();
  forEachNode(name, stay, (node) => {
    const text = native.textContent(node);
    if (left === 0 || text === null || text === "" || native.weakGet(written, node) === text) {
      return;
    }
    for (let i = 0; i < conditions.length; i += 1) {
      if (!patternMatches(conditions[i], text)) {
        return;
      }
    }
    const made = replacePattern(pattern, text, replacement);
    if (made === text) {
      return;
    }
    if (policy !== null && native.lowerCase(native.nodeName(node)) === "script") {
      native.setScriptText(node, policy.createScript(made));
    } else {
      native.setTextContent(node, made);
    }
    native.weakSet(written, node, made);
    left -= 1;
  });
}

/** Pages with Trusted Types want a policy for the text of scripts. */
function scriptPolicy() {
  try {
    return window.trustedTypes?.createPolicy("sluice-" + native.floor(native.random() * 1e9), { createScript: (text) => text }) ?? null;
  } catch {
    return null;
  }
}
