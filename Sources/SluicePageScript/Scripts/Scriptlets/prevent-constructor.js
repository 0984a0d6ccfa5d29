// needs: natives.js natives-language.js patterns.js constructors.js lists.js
// AdGuard: name, arguments
// required: 1
/**
 * Arguments: name[, pattern of the first argument, or JSON list of patterns of all arguments, `*` for any].
 * Creates matching objects with a function that does nothing.
 */
function scriptlet_prevent_constructor(tools, args) {
  const patterns = readArgumentPatterns(args[1] ?? "", tools.dialect);
  const name = args[0] ?? "";
  if (patterns === null || typeof native.descriptor(window, name)?.value !== "function") {
    return;
  }
  replaceConstructor(window, name, (list) => {
    for (let i = 0; i < patterns.length; i += 1) {
      if (patterns[i] !== null && (i >= list.length || !patternMatches(patterns[i], textOfArgument(list[i])))) {
        return list;
      }
    }
    const other = newList();
    push(other, function () {});
    return other;
  });
}

/** Parses patterns. Returns null if they are invalid. @param {string} text */
function readArgumentPatterns(text, dialect) {
  const sources = newList();
  const trimmed = native.trim(text);
  if (trimmed[0] === "[" && native.endsWith(trimmed, "]")) {
    try {
      const given = native.parse(trimmed);
      for (let i = 0; i < given.length; i += 1) {
        push(sources, native.String(given[i]));
      }
    } catch {
      return null;
    }
  } else if (text !== "") {
    push(sources, text);
  }
  const patterns = newList();
  for (let i = 0; i < sources.length; i += 1) {
    const pattern = sources[i] === "*" ? null : readPattern(sources[i], dialect, false);
    if (pattern === null && sources[i] !== "*") {
      return null;
    }
    push(patterns, pattern);
  }
  return patterns;
}

/** @param {any} value */
function textOfArgument(value) {
  try {
    if (typeof value === "function") {
      return native.functionText(value);
    }
    return typeof value === "object" && value !== null ? native.stringify(value) ?? "" : native.String(value);
  } catch {
    return "";
  }
}
