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
 * @property {boolean} around whether any key is that of a page and what is embedded in it: with ">" before it
 * @property {string[]} patterns regexes of hosts, three texts each: one that is in each host that it matches, the regex, and the
 *   references
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

/** What stands before a country in public suffixes of two labels. `HostSuffix` has the same. */
const secondLevels = ["ac", "ad", "co", "com", "edu", "go", "gob", "gouv", "gov", "gv", "lg", "ltd", "me", "mil", "ne",
  "net", "nhs", "nom", "or", "org", "plc", "sch"];

/** The multipliers of the two hashes of a key. Both go from its last character to the first. */
const firstPrime = 0x01000193, secondPrime = 0x85ebca6b;

/**
 * Calls `take` with each reference of a key. The numbers of the bucket are read without `digits`: WebKit compiles what is called
 * often, again in each frame.
 * @param {PageData} data
 * @param {number} first hash of the key
 * @param {number} second hash of it
 * @param {(reference: number) => void} take
 */
function referencesOf(data, first, second, take) {
  const { index, entries, width } = data;
  const bucket = 4 * (first & ((1 << data.bits) - 1));
  let at = 0, end = 0;
  for (let place = bucket; place < bucket + 4; place += 1) {
    const low = index.charCodeAt(place), high = index.charCodeAt(place + 4);
    at = at * 64 + (low === 112 ? 44 : low - 48);
    end = end * 64 + (high === 112 ? 44 : high - 48);
  }
  const check = ((second ^ (second >>> 15)) >>> 2) & 0x3fffffff;
  while (at < end) {
    const count = digits(entries, at + 5, 1);
    if (digits(entries, at, 5) === check) {
      for (let place = 0; place < count; place += 1) take(digits(entries, at + 6 + place * width, width));
    }
    at += 6 + count * width;
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
  const walk = (end, first, second) => {
    for (let at = end - 1; at >= 0; at -= 1) {
      const code = host.charCodeAt(at);
      first = Math.imul(first ^ code, firstPrime);
      second = Math.imul(second ^ code, secondPrime);
      if (at > 0 && host.charCodeAt(at - 1) !== 46) continue;
      if (isPage) referencesOf(data, first, second, take);
      // ">" before the name.
      if (data.around) referencesOf(data, Math.imul(first ^ 62, firstPrime), Math.imul(second ^ 62, secondPrime), take);
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
    if (reference % 2 === 1) excluded[number] = true;
    else included[number] |= how;
  };
  for (const reference of data.everywhere) take(reference);
  how = byHost;
  if (host !== "") {
    takeHost(data, host, true, take);
    if (data.around) {
      for (const name of ancestors) takeHost(data, name, false, take);
    }
    const { patterns, width } = data;
    for (let at = 0; at < patterns.length; at += 3) {
      // A regex is made in each frame anew.
      if (!host.includes(patterns[at])) continue;
      try {
        if (!new RegExp(patterns[at + 1]).test(host)) continue;
      } catch {
        // No regex to this WebKit.
        continue;
      }
      const references = patterns[at + 2];
      for (let place = 0; place < references.length; place += width) take(digits(references, place, width));
    }
  }
  const rows = [];
  const texts = new Map();
  let off = 0;
  let isOfHosts = true;
  // In the order of the lists: an object has its numbers so.
  for (const name in included) {
    const number = Number(name);
    if (excluded[number]) continue;
    const text = data.rows.slice(digits(data.offsets, 4 * number, 4), digits(data.offsets, 4 * number + 4, 4));
    // The same, on pages that another filter names.
    const former = texts.get(text);
    if (former !== undefined) {
      former.how |= included[number];
      continue;
    }
    const row = JSON.parse(text.replaceAll("\x1e", "\\").replaceAll("\x1f", "'"));
    row.number = number;
    row.how = included[number];
    texts.set(text, row);
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
