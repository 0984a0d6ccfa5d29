// needs: natives.js natives-language.js patterns.js lists.js text-answers.js
// uBlock Origin: segments, address
// AdGuard: segments, address
// required: 1
// not read: `verbose`
/**
 * Arguments: pattern of segment addresses[, pattern of the address]. Removes the lines of the segments from
 * playlists. In uBlock, `*` is a wildcard, and a regex with the flag `m` matches several lines at once. In
 * AdGuard, a tag that matches goes with all lines up to the next tag of this name.
 */
function scriptlet_m3u_prune(tools, args) {
  const isAdGuard = tools.dialect === "adguard";
  const pattern = readPlaylistPattern(args[0] ?? "", isAdGuard);
  const address = readPlaylistPattern(args[1] ?? "", isAdGuard);
  if (pattern === null || address === null || (args[0] ?? "") === "") {
    return;
  }
  const isOfLines = !isAdGuard && pattern.regex !== null && native.getter(RegExp.prototype, "multiline")(pattern.regex);
  changeAnswersOf(address, (text) => {
    if (!isPlaylist(text, isAdGuard)) {
      return text;
    }
    if (isAdGuard) {
      return patternMatches(pattern, text) ? prunePlaylistOfAdGuard(text, pattern) : text;
    }
    return isOfLines ? pruneMatches(text, pattern) : prunePlaylist(text, pattern);
  });
}

/** @param {string} source */
function readPlaylistPattern(source, isAdGuard) {
  if (isAdGuard) {
    return readPattern(source, "adguard", false);
  }
  const end = native.lastIndexOf(source, "/");
  let flags = native.slice(source, end + 1);
  let isRegex = source[0] === "/" && end > 1;
  for (let i = 0; i < flags.length; i += 1) {
    isRegex = isRegex && native.indexOf("gms", flags[i]) !== -1;
  }
  if (!isRegex) {
    return native.indexOf(source, "*") === -1 ? { __proto__: null, regex: null, text: source, negated: false, global: false }
      : readPattern("/" + regexOfWildcards(source) + "/", "ublock", false);
  }
  if (native.indexOf(flags, "m") !== -1 && native.indexOf(flags, "s") === -1) {
    flags += "s";
  }
  return readPattern(native.slice(source, 0, end + 1) + flags, "ublock", false);
}

function regexOfWildcards(text) {
  let made = "";
  for (let i = 0; i < text.length; i += 1) {
    if (text[i] === "*") {
      made += text[i - 1] === "*" ? "" : ".*?";
    } else {
      made += (native.indexOf(".+?^${}()|[]\\/", text[i]) === -1 ? "" : "\\") + text[i];
    }
  }
  return made;
}

/** @param {string} text */
function isPlaylist(text, isAdGuard) {
  const trimmed = native.trim(text);
  return native.startsWith(trimmed, "#EXTM3U") || (isAdGuard && native.startsWith(trimmed, "#EXT-X-VMAP-AD-BREAK:"));
}

/** Removes matches that can have several lines, each from the start of its first line. */
function pruneMatches(text, pattern) {
  const { regex } = pattern;
  let made = text;
  regex.lastIndex = 0;
  for (;;) {
    const match = native.exec(regex, made);
    if (match === null || match[0] === "") {
      return made;
    }
    let start = match.index;
    const first = match[0][0];
    while (first !== "\n" && first !== "\r" && start > 0 && made[start - 1] !== "\n" && made[start - 1] !== "\r") {
      start -= 1;
    }
    const before = native.trim(native.slice(made, 0, start));
    made = before + "\n" + native.trim(native.slice(made, match.index + match[0].length));
    if (!pattern.global) {
      return made;
    }
    regex.lastIndex = before.length + 1;
  }
}

/** The tags that can follow the start of an ad, in this order. */
const tagsOfSplice = ["#EXT-X-ASSET", "#EXT-X-SCTE35:", "#EXT-X-CUE-IN", "#EXT-X-SCTE35:"];

/**
 * Removes the tags of an ad that begins at a line. Returns the line after them.
 * @param {{length: number}} lines
 */
function pruneSplice(lines, from) {
  lines[from] = undefined;
  let at = from + 1;
  for (let i = 0; i < tagsOfSplice.length; i += 1) {
    if (native.startsWith(lines[at] ?? "", tagsOfSplice[i])) {
      lines[at] = undefined;
      at += 1;
    }
  }
  return at;
}

/** Removes a segment that begins at a line, if it is meant. Returns the line after it. */
function pruneSegment(lines, from, pattern) {
  if (!native.startsWith(lines[from], "#EXTINF")) {
    return from + 1;
  }
  // Other tags can stand between a segment's first line and its address.
  let address = from + 1;
  while (native.startsWith(lines[address] ?? "", "#EXT-") && !(address === from + 1 && patternMatches(pattern, lines[address]))) {
    address += 1;
  }
  if (lines[address] === undefined || !patternMatches(pattern, lines[address])) {
    return from + 1;
  }
  for (let i = from; i <= address; i += 1) {
    lines[i] = undefined;
  }
  if (native.startsWith(lines[address + 1] ?? "", "#EXT-X-DISCONTINUITY") && !native.startsWith(lines[address + 1], "#EXT-X-DISCONTINUITY-SEQUENCE")) {
    lines[address + 1] = undefined;
  }
  return address + 1;
}

function prunePlaylist(text, pattern) {
  const lines = linesOf(text);
  for (let i = 0; i < lines.length;) {
    if (lines[i] === undefined) {
      i += 1;
    } else if (native.startsWith(lines[i], '#EXT-X-CUE:TYPE="SpliceOut"')) {
      i = pruneSplice(lines, i);
    } else {
      i = pruneSegment(lines, i, pattern);
    }
  }
  return playlistOf(lines, text);
}

/** The tags that AdGuard never removes. */
const keptTags = [
  "#EXTM3U", "#EXT-X-TARGETDURATION", "#EXT-X-MEDIA-SEQUENCE", "#EXT-X-DISCONTINUITY-SEQUENCE", "#EXT-X-ENDLIST",
  "#EXT-X-PLAYLIST-TYPE", "#EXT-X-I-FRAMES-ONLY", "#EXT-X-MEDIA", "#EXT-X-STREAM-INF", "#EXT-X-I-FRAME-STREAM-INF",
  "#EXT-X-SESSION-DATA", "#EXT-X-SESSION-KEY", "#EXT-X-INDEPENDENT-SEGMENTS", "#EXT-X-START",
];

function isKeptTag(line) {
  for (let i = 0; i < keptTags.length; i += 1) {
    if (native.startsWith(line, keptTags[i])) {
      return true;
    }
  }
  return false;
}

function prunePlaylistOfAdGuard(text, pattern) {
  const lines = linesOf(text);
  if (native.indexOf(text, "#EXT-X-VMAP-AD-BREAK:") !== -1) {
    pruneMarkedAds(lines);
    return playlistOf(lines, text);
  }
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[i];
    const colon = line[0] === "#" && patternMatches(pattern, line) ? native.indexOf(line, ":") : -1;
    if (colon > 0 && !isKeptTag(line)) {
      const name = native.slice(line, 0, colon);
      lines[i] = undefined;
      while (i + 1 < lines.length && native.indexOf(lines[i + 1], name) === -1 && !isKeptTag(lines[i + 1])) {
        i += 1;
        lines[i] = undefined;
      }
    }
  }
  for (let i = 0; i < lines.length;) {
    if (lines[i] === undefined) {
      i += 1;
    } else if (native.startsWith(lines[i], "#EXT-X-CUE:")) {
      i = pruneSplice(lines, i);
    } else {
      i = pruneSegment(lines, i, pattern);
    }
  }
  return playlistOf(lines, text);
}

/** Removes ads with marks in their names, and the segments after the marks. */
function pruneMarkedAds(lines) {
  for (let i = 0; i < lines.length; i += 1) {
    if (native.indexOf(lines[i], "-VMAP-AD-") === -1 && native.indexOf(lines[i], "-VAST-") === -1 && native.indexOf(lines[i], "-AD-") === -1) {
      continue;
    }
    lines[i] = undefined;
    while (native.indexOf(lines[i + 1] ?? "", "#EXTINF") !== -1) {
      i += 1;
      lines[i] = undefined;
      if (native.indexOf(lines[i + 1] ?? "", "#EXT-X-DISCONTINUITY") === -1) {
        break;
      }
      i += 1;
      lines[i] = undefined;
    }
  }
}

/** Returns the lines of a text, without their line ends. */
function linesOf(text) {
  const lines = newList();
  let from = 0;
  while (from <= text.length) {
    const end = native.indexOf(text, "\n", from);
    const to = end === -1 ? text.length : end;
    push(lines, native.slice(text, from, to > from && text[to - 1] === "\r" ? to - 1 : to));
    from = to + 1;
  }
  return lines;
}

/** Returns the text of the lines that are left, or the former text if all of them are. */
function playlistOf(lines, text) {
  if (!listHas(lines, undefined)) {
    return text;
  }
  let made = "";
  let isFirst = true;
  for (let i = 0; i < lines.length; i += 1) {
    if (lines[i] !== undefined) {
      made += (isFirst ? "" : "\n") + lines[i];
      isFirst = false;
    }
  }
  return made;
}
