// needs: operands.js

// Most of the data is text in comments, of which no more is read than a page needs.

/**
 * @typedef {object} PageData
 * @property {number} bits how many bits of a hash are the number of its bucket
 * @property {number} seed of the hashes
 * @property {number} width how many digits a reference to a row has
 * @property {number} keyPlaces how many digits a place in a text of keys has
 * @property {number} rowPlaces and one in a text of rows
 * @property {number} each how many rows a text of rows has
 * @property {number} lists the number of the first row that is a list of references
 * @property {(() => void)[]} keys texts of as many buckets each: the numbers of the entries with which each bucket begins and the
 *   last ends, and then the entries: six digits of a key's hashes, and a reference
 * @property {(() => void)[]} rows texts of rows: where every sixteenth begins, and then the rows: what is to be done, as JSON in
 *   which control characters stand for phrases, or a list of references
 * @property {() => void} phrases the text of the phrases
 * @property {string[]} names of scriptlets
 * @property {number[]} everywhere references that hold for all pages
 * @property {() => void} general the text of their rows, without phrases, since every page needs them
 * @property {string} around six bits a digit, of which that is set whose number is the first hash of a key of a page and what is
 *   embedded in it, with ">" before it, modulo their count; most bits are not
 * @property {string[]} patterns regexes of hosts, three texts each: one that is in each host that it matches, the regex, and the
 *   references
 */

/** What ends a row, and stands between phrases. */
const rowEnd = "\x1f";

/**
 * The text of a comment. WebKit only skims over it until then.
 * @param {() => void} comment
 */
function commentText(comment) {
  return String(comment).slice("()=>{// ".length, -"\n}".length);
}

/**
 * A number of digits with six bits each: "0" and the characters behind it, with "p" for the backslash and "q" for "_".
 * @param {string} text
 * @param {number} at
 * @param {number} count
 */
function digits(text, at, count) {
  let value = 0;
  for (let index = at; index < at + count; index += 1) {
    const code = text.charCodeAt(index);
    value = value * 64 + (code === 112 ? 44 : code === 113 ? 47 : code - 48);
  }
  return value;
}

/**
 * The text of a row.
 * @param {PageData} data
 * @param {number} number
 */
function rowText({ rows, rowPlaces, each }, number) {
  const place = number % each;
  const text = commentText(rows[(number - place) / each]);
  let at = digits(text, rowPlaces * (place >> 4), rowPlaces);
  for (let left = place & 15; left > 0; left -= 1) at = text.indexOf(rowEnd, at) + 1;
  return text.slice(at, text.indexOf(rowEnd, at));
}

/**
 * A row with the phrases for which its control characters stand, alone or with the character behind.
 * @param {string} row
 * @param {string[]} phrases
 */
function spelled(row, phrases) {
  let text = "", from = 0;
  for (let at = 0; at < row.length; at += 1) {
    let code = row.charCodeAt(at);
    if (code > 31) continue;
    text += row.slice(from, at);
    if (code > 22) {
      at += 1;
      code = 17 + (code - 23) * 62 + row.charCodeAt(at) - 33;
    } else {
      code -= code < 9 ? 1 : 6;
    }
    text += phrases[code];
    from = at + 1;
  }
  return text + row.slice(from);
}

/** What stands before a country in public suffixes of two labels. `HostSuffix` has the same. */
const secondLevels = ["ac", "ad", "co", "com", "edu", "go", "gob", "gouv", "gov", "gv", "lg", "ltd", "me", "mil", "ne",
  "net", "nhs", "nom", "or", "org", "plc", "sch"];

/** The multipliers of the two hashes of a key. Both go from its last character to the first. */
const firstPrime = 0x01000193, secondPrime = 0x85ebca6b;

/**
 * Calls `take` with the reference of a key. Entries are compared as texts: WebKit compiles what is called often, again in each frame.
 * @param {PageData} data
 * @param {number} first hash of the key
 * @param {number} second hash of it
 * @param {(reference: number) => void} take
 */
function takeKey({ bits, keys, keyPlaces, width }, first, second, take) {
  const bucket = first & ((1 << bits) - 1);
  const each = (1 << bits) / keys.length;
  const place = bucket % each;
  const text = commentText(keys[(bucket - place) / each]);
  second = (second ^ (second >>> 15)) >>> 2;
  let check = "";
  for (let shift = 30; shift >= 0; shift -= 6) {
    const digit = shift === 30 ? first >>> 26 : (second >>> shift) & 63;
    check += String.fromCharCode(digit === 44 ? 112 : digit === 47 ? 113 : digit + 48);
  }
  const size = 6 + width, start = keyPlaces * (each + 1);
  const end = start + size * digits(text, keyPlaces * (place + 1), keyPlaces);
  for (let at = start + size * digits(text, keyPlaces * place, keyPlaces); at < end; at += size) {
    if (text.startsWith(check, at)) take(digits(text, at + 6, width));
  }
}

/**
 * Takes the references of a host and of all above it, by the keys for pages or by those for pages and what is embedded in them.
 * The hashes grow with each label, from the last to the first.
 * @param {PageData} data
 * @param {string} host
 * @param {boolean} isPage whether it is the page's own host
 * @param {(reference: number) => void} take
 */
function takeHost(data, host, isPage, take) {
  const { around } = data;
  const walk = (end, first, second) => {
    for (let at = end - 1; at >= 0; at -= 1) {
      const code = host.charCodeAt(at);
      first = Math.imul(first ^ code, firstPrime);
      second = Math.imul(second ^ code, secondPrime);
      if (at > 0 && host.charCodeAt(at - 1) !== 46) continue;
      if (isPage) takeKey(data, first, second, take);
      if (around === "") continue;
      // ">" before the name.
      const hash = Math.imul(first ^ 62, firstPrime), bit = (hash >>> 0) % (6 * around.length);
      if (((digits(around, Math.trunc(bit / 6), 1) >> bit % 6) & 1) === 0) continue;
      takeKey(data, hash, Math.imul(second ^ 62, secondPrime), take);
    }
  };
  const first = 0x811c9dc5 ^ data.seed, second = 0x9e3779b9 ^ data.seed;
  walk(host.length, first, second);
  // As entities (`name.*`): without the public suffix.
  let end = host.lastIndexOf(".");
  if (end > 0 && host.length - end === 3) {
    const former = host.lastIndexOf(".", end - 1);
    if (former >= 0 && secondLevels.includes(host.slice(former + 1, end))) end = former;
  }
  walk(end, Math.imul(Math.imul(first ^ 42, firstPrime) ^ 46, firstPrime),
    Math.imul(Math.imul(second ^ 42, secondPrime) ^ 46, secondPrime));
}

/**
 * @typedef {object} PageHosts
 * @property {string} host of the page, or of what it is embedded in where it has none
 * @property {string[]} ancestors other hosts that it is embedded in
 */

/**
 * @param {Window} view
 * @returns {PageHosts}
 */
function hostsOfPage({ location }) {
  /** @type {string[]} */
  const ancestors = [];
  const host = location.hostname;
  const origins = location.ancestorOrigins;
  if (origins === undefined || origins.length === 0) return { host, ancestors };
  let first = "";
  for (const origin of origins) {
    try {
      const name = new URL(origin).hostname;
      if (first === "") first = name;
      if (name !== (host || first) && !ancestors.includes(name)) ancestors.push(name);
    } catch {
      // A page without an origin.
    }
  }
  return { host: host || first, ancestors };
}

/** By what a row is taken: a filter that names the page's host, or one for all pages. */
const byHost = 1, byAll = 2;
/** What exceptions for whole pages take away besides: scriptlets. */
const scriptletsOff = 4;

/**
 * What is to be done on the page: each row once, with nothing that an exception takes away. In loops: each of the functions that
 * take functions is compiled in each frame anew.
 * @param {PageData} data
 * @param {Window} view
 * @param {PageHosts} hosts its own
 * @returns {{rows: any[][], isOfHosts: boolean}} `isOfHosts` where it is the same on all pages of these hosts
 */
function rowsOfPage(data, view, { host, ancestors }) {
  /** @type {Record<number, number>} by what each row is taken */
  const included = { __proto__: null };
  /** @type {Record<number, boolean>} */
  const excluded = { __proto__: null };
  let how = byAll;
  const take = (reference) => {
    const number = reference >> 1;
    if (number >= data.lists) takeAll(rowText(data, number));
    else if (reference % 2 === 1) excluded[number] = true;
    else included[number] |= how;
  };
  const takeAll = (references) => {
    for (let at = 0; at < references.length; at += data.width) take(digits(references, at, data.width));
  };
  for (const reference of data.everywhere) take(reference);
  how = byHost;
  if (host !== "") {
    takeHost(data, host, true, take);
    if (data.around !== "") {
      for (const name of ancestors) takeHost(data, name, false, take);
    }
    const { patterns } = data;
    for (let at = 0; at < patterns.length; at += 3) {
      // A regex is made in each frame anew.
      if (!host.includes(patterns[at])) continue;
      try {
        if (!new RegExp(patterns[at + 1]).test(host)) continue;
      } catch {
        // No regex to this WebKit.
        continue;
      }
      takeAll(patterns[at + 2]);
    }
  }
  const rows = [];
  const formerRows = new Map();
  /** @type {Record<number, string>} */
  const general = { __proto__: null };
  const texts = commentText(data.general).split(rowEnd);
  for (let place = 0; place < data.everywhere.length; place += 1) general[data.everywhere[place] >> 1] = texts[place];
  let phrases = null;
  let off = 0;
  let isOfHosts = true;
  // In the order of the lists: an object has its numbers so.
  for (const name in included) {
    const number = Number(name);
    if (excluded[number]) continue;
    let text = general[number];
    if (text === undefined) {
      phrases ??= commentText(data.phrases).split(rowEnd);
      text = spelled(rowText(data, number), phrases);
    }
    // The same, on pages that another filter names.
    const former = formerRows.get(text);
    if (former !== undefined) {
      former.how |= included[number];
      continue;
    }
    const row = JSON.parse(text);
    row.number = number;
    row.how = included[number];
    formerRows.set(text, row);
    if (row[1].length > 0) isOfHosts = false;
    if (row[0] === "except" && allHold(row[1], view)) {
      for (const other of row[2]) excluded[other] = true;
    } else if (row[0] === "off" && allHold(row[1], view)) {
      off |= row[2];
    }
    rows.push(row);
  }
  const left = [];
  for (const row of rows) {
    if (excluded[row.number]) continue;
    switch (row[0]) {
      case "except":
      case "off": continue;
      case "run":
        if ((off & scriptletsOff) !== 0 || !allHold(row[1], view)) continue;
        break;
      default:
        if ((row.how & ~off) === 0) continue;
    }
    left.push(row);
  }
  return { rows: left, isOfHosts };
}
