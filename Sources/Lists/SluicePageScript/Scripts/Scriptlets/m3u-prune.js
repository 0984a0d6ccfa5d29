// needs: natives.js patterns.js lists.js text-answers.js
// uBlock Origin: segments, address
// AdGuard: segments, address
// not read: `verbose`
/**
 * Arguments: pattern of segment addresses[, pattern of the address]. Removes the lines of the segments from
 * playlists.
 */
function scriptlet_m3u_prune(tools, args) {
  const pattern = readPattern(args[0] ?? "", tools.dialect, false);
  if (pattern === null || (args[0] ?? "") === "") {
    return;
  }
  const isOfLines = pattern.regex !== null && native.getter(RegExp.prototype, "multiline")(pattern.regex);
  changeAnswersOf(args[1] ?? "", tools, (text) => prunePlaylist(text, pattern, isOfLines));
}

/**
 * @param {string} text
 * @param {TextPattern} pattern
 * @param {boolean} isOfLines whether it can match several lines at once
 */
function prunePlaylist(text, pattern, isOfLines) {
  if (!native.startsWith(native.trim(text), "#EXTM3U")) {
    return text;
  }
  if (isOfLines) {
    return replaceMatches(text, pattern.regex, true, "");
  }
  const lines = linesOf(text);
  let made = "";
  let held = "";
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[i];
    if (native.startsWith(line, "#EXTINF") || (held !== "" && line[0] === "#")) {
      held += line;
    } else if (held !== "" && patternMatches(pattern, line)) {
      held = "";
      if (native.startsWith(lines[i + 1] ?? "", "#EXT-X-DISCONTINUITY")) {
        i += 1;
      }
    } else {
      made += held + line;
      held = "";
    }
  }
  return made + held;
}

/** Returns the lines of a text, including their line ends. */
function linesOf(text) {
  const lines = newList();
  let from = 0;
  while (from < text.length) {
    const end = native.indexOf(text, "\n", from);
    const to = end === -1 ? text.length : end + 1;
    push(lines, native.slice(text, from, to));
    from = to;
  }
  return lines;
}
