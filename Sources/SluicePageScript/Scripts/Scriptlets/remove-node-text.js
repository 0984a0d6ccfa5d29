// needs: natives.js natives-elements.js patterns.js options.js text-nodes.js
// world: isolated
// uBlock Origin: node, text; includes, condition, sedCount, stay, quitAfter
// AdGuard: node, text, selector of the parent
// required: 1
// names in uBlock Origin: rmnt
/**
 * Arguments: name of the node, pattern of its text[, AdGuard: selector of the parent]. Removes the text of
 * matching nodes.
 */
function scriptlet_remove_node_text(tools, args) {
  const name = readPattern(args[0] ?? "", tools.dialect, false);
  const text = readPattern(args[1] ?? "", tools.dialect, false);
  if (name === null || text === null || args.length < 2 || name.text === "") {
    return;
  }
  const isAdGuard = tools.dialect === "adguard";
  const parent = isAdGuard ? args[2] ?? "" : "";
  const options = isAdGuard ? { __proto__: null } : readOptions(args, 2);
  const stay = options.stay ? Infinity : options.quitAfter > 0 ? options.quitAfter : isAdGuard ? Infinity : 0;
  const includes = readPattern(options.includes ?? "", tools.dialect, false);
  const condition = readPattern(options.condition ?? "", tools.dialect, false);
  let left = options.sedCount > 0 ? options.sedCount : Infinity;
  forEachNode(name, stay, (node) => {
    const content = native.textContent(node);
    if (left === 0 || content === null || content === "" || !patternMatches(text, content)) {
      return;
    }
    if ((includes !== null && !patternMatches(includes, content)) || (condition !== null && !patternMatches(condition, content))) {
      return;
    }
    if (parent !== "" && !isChildOf(node, parent)) {
      return;
    }
    native.setTextContent(node, "");
    left -= 1;
  });
}

/** @param {Node} node @param {string} selector */
function isChildOf(node, selector) {
  const parent = native.parentNode(node);
  try {
    return parent !== null && native.nodeType(parent) === 1 && native.matches(parent, selector);
  } catch {
    return false;
  }
}
