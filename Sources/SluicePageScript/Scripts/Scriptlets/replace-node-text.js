// needs: natives.js natives-elements.js lists.js patterns.js options.js text-nodes.js
// world: isolated
// trust: required
// uBlock Origin: node, text, replacement; includes, excludes, condition, sedCount, stay, quitAfter
// AdGuard: node, text, pattern, replacement
// required: 1
// not read: `verbose`
// names in uBlock Origin: rpnt, trusted-rpnt, trusted-replace-node-text
// names in AdGuard: trusted-replace-node-text
/**
 * Trusted, because the text that it writes may run. Arguments in uBlock: name of the node, pattern (global,
 * multiline), replacement[, options]. In AdGuard: name, pattern of the entire text, pattern, replacement.
 */
function scriptlet_replace_node_text(tools, args) {
  const isAdGuard = tools.dialect === "adguard";
  const name = readPattern(args[0] ?? "", tools.dialect, false);
  // In AdGuard, calls by uBlock's names have uBlock's arguments.
  const isFour = isAdGuard && args.length > 3;
  const source = args[isFour ? 2 : 1] ?? "";
  const replacement = args[isFour ? 3 : 2] ?? "";
  const replace = readReplaced(source, tools.dialect);
  if (name === null || name.text === "" || replace === null || args.length < 2) {
    return;
  }
  const options = isFour ? { __proto__: null, condition: args[1] } : readOptions(args, 3);
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
  const stay = options.stay || isAdGuard ? Infinity : options.quitAfter > 0 ? options.quitAfter : 0;
  let left = options.sedCount > 0 ? options.sedCount : Infinity;
  // Nodes are visited again when their surroundings change.
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
    const made = replace(text, replacement);
    if (made === text || !writeText(node, made)) {
      return;
    }
    native.weakSet(written, node, made);
    left -= 1;
  });
}

/**
 * Returns a function that replaces a pattern in a text; null if the pattern is empty or an invalid regex.
 * uBlock replaces every match, unless the regex has flags.
 * @param {string} source @param {string} dialect
 * @returns {(function(string, string): string) | null}
 */
function readReplaced(source, dialect) {
  const pattern = readPattern(source, dialect, false);
  if (pattern === null || source === "") {
    return null;
  }
  if (dialect === "adguard") {
    return (text, replacement) => replacePattern(pattern, text, replacement);
  }
  let { regex } = pattern;
  let isGlobal = pattern.global;
  if (regex === null) {
    let escaped = "";
    for (let i = 0; i < source.length; i += 1) {
      escaped += (native.indexOf("\\^$.*+?()[]{}|/", source[i]) === -1 ? "" : "\\") + source[i];
    }
    regex = new native.RegExp(escaped, "g");
    isGlobal = true;
  } else if (native.endsWith(source, "/")) {
    regex = new native.RegExp(native.slice(source, 1, -1), "gms");
    isGlobal = true;
  }
  return (text, replacement) => replaceMatches(text, regex, isGlobal, replacement);
}

/**
 * Sets the text of a node. A script's text is assigned directly: no Trusted Types policy applies in this
 * world, and text set in another way would keep the script from running. Returns whether it succeeded.
 */
function writeText(node, text) {
  try {
    if (native.lowerCase(native.nodeName(node)) === "script") {
      native.setScriptText(node, text);
    } else {
      native.setTextContent(node, text);
    }
    return true;
  } catch {
    // A script in an SVG, or a WebKit in which policies also apply in this world.
    return false;
  }
}
