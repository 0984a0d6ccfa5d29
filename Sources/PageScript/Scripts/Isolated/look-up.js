// needs: operands.js

// The data is text in which every number has a fixed width, so that nothing is read but what a page needs.

/**
 * @typedef {object} PageData
 * @property {number} bits how many bits of a hash are the number of its bucket
 * @property {number} seed of the hashes
 * @property {number} width how many digits a reference to a row has
 * @property {string} index where the entries of each bucket begin, four digits each
 * @property {string} entries five digits of a key's second hash, one digit with the number of references, and these
 * @property {string} offsets where each row begins, four digits each
 * @property {string} rows what is to be done, as JSON, with the control characters 30 and 31 for backslashes and quotes
 * @property {string[]} names of scriptlets
 * @property {number[]} everywhere references that hold for all pages
 * @property {[string, number[]][]} patterns regexes of hosts, with references
 */

/**
 * A number of digits with six bits each: "0" and the characters behind it, with "p" for the backslash.
 * @param {string} text
 * @param {number} at
 * @param {number} count
 */
function digits(text, at, count) {
  let value = 0;
  for (let index = at; index < at + count; index += 1) {
    const code = text.charCodeAt(index);
    value = value * 64 + (code === 112 ? 44 : code - 48);
  }
  return value;
}

/**
 * FNV-1a from the first character to the last.
 * @param {string} key
 * @param {number} seed
 */
function hashOf(key, seed) {
  let hash = (0x811c9dc5 ^ seed) | 0;
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/**
 * The same from the last character to the first, with another multiplier: the two are alike for no two keys of a list.
 * @param {string} key
 * @param {number} seed
 */
function secondHashOf(key, seed) {
  let hash = (0x9e3779b9 ^ seed) | 0;
  for (let index = key.length - 1; index >= 0; index -= 1) hash = Math.imul(hash ^ key.charCodeAt(index), 0x85ebca6b);
  return (hash ^ (hash >>> 15)) >>> 2;
}

/**
 * Calls `take` with each reference of a key.
 * @param {PageData} data
 * @param {string} key
 * @param {(reference: number) => void} take
 */
function referencesOf(data, key, take) {
  const bucket = hashOf(key, data.seed) & ((1 << data.bits) - 1);
  const check = secondHashOf(key, data.seed) & 0x3fffffff;
  const end = digits(data.index, 4 * bucket + 4, 4);
  let at = digits(data.index, 4 * bucket, 4);
  while (at < end) {
    const count = digits(data.entries, at + 5, 1);
    if (digits(data.entries, at, 5) === check) {
      for (let index = 0; index < count; index += 1) take(digits(data.entries, at + 6 + index * data.width, data.width));
    }
    at += 6 + count * data.width;
  }
}

/** What stands before a country in public suffixes of two labels. */
const secondLevels = ["ac", "ad", "co", "com", "edu", "go", "gob", "gouv", "gov", "gv", "lg", "ltd", "me", "mil", "ne",
  "net", "nhs", "nom", "or", "org", "plc", "sch"];

/**
 * A host and all above it, and the same as entities (`name.*`).
 * @param {string} host
 */
function keysOf(host) {
  const labels = host.split(".");
  const keys = [];
  for (let start = 0; start < labels.length; start += 1) keys.push(labels.slice(start).join("."));
  const isPair = labels.length > 2 && labels[labels.length - 1].length === 2
    && secondLevels.includes(labels[labels.length - 2]);
  const names = labels.slice(0, isPair ? -2 : -1);
  for (let start = 0; start < names.length; start += 1) keys.push(names.slice(start).join(".") + ".*");
  return keys;
}

/**
 * The host of the page, or of what it is embedded in where it has none, and the hosts that it is embedded in.
 * @returns {{host: string, ancestors: string[]}}
 */
function hostsOfPage() {
  const ancestors = [];
  for (const origin of location.ancestorOrigins ?? []) {
    try {
      ancestors.push(new URL(origin).hostname);
    } catch {
      // A page without an origin.
    }
  }
  return { host: location.hostname || ancestors[0] || "", ancestors };
}

/** By what a row is taken: a filter that names the page's host, or one for all pages. */
const byHost = 1, byAll = 2;
/** What exceptions for whole pages take away besides: scriptlets. */
const scriptletsOff = 4;

/**
 * What is to be done on the page: each row once, with nothing that an exception takes away.
 * @param {PageData} data
 * @returns {any[][]}
 */
function rowsOfPage(data) {
  const { host, ancestors } = hostsOfPage();
  const included = new Map();
  const excluded = new Set();
  const takeBy = (how) => (reference) => {
    const number = reference >> 1;
    if (reference % 2 === 1) excluded.add(number);
    else included.set(number, (included.get(number) ?? 0) | how);
  };
  const take = takeBy(byHost);
  data.everywhere.forEach(takeBy(byAll));
  if (host !== "") {
    for (const key of keysOf(host)) referencesOf(data, key, take);
    for (const name of new Set([host, ...ancestors])) {
      for (const key of keysOf(name)) referencesOf(data, ">" + key, take);
    }
    for (const [source, references] of data.patterns) {
      try {
        if (new RegExp(source).test(host)) references.forEach(take);
      } catch {
        // No regex to this WebKit.
      }
    }
  }
  const rows = [];
  const texts = new Map();
  let off = 0;
  for (const [number, how] of included) {
    if (excluded.has(number)) continue;
    const text = data.rows.slice(digits(data.offsets, 4 * number, 4), digits(data.offsets, 4 * number + 4, 4));
    // The same, on pages that another filter names.
    const former = texts.get(text);
    if (former !== undefined) {
      former.how |= how;
      continue;
    }
    const row = JSON.parse(text.replaceAll("\x1e", "\\").replaceAll("\x1f", "'"));
    row.number = number;
    row.how = how;
    texts.set(text, row);
    if (row[0] === "except" && row[1].every(holds)) {
      for (const other of row[2]) excluded.add(other);
    } else if (row[0] === "off" && row[1].every(holds)) {
      off |= row[2];
    }
    rows.push(row);
  }
  return rows.filter((row) => {
    switch (row[0]) {
      case "except":
      case "off": return false;
      case "run": return (off & scriptletsOff) === 0 && !excluded.has(row.number) && row[1].every(holds);
      default: return (row.how & ~off) !== 0 && !excluded.has(row.number);
    }
  });
}
