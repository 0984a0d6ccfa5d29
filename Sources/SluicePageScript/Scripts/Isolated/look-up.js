// needs: operands.js

// Most of the data is text in comments. A page reads only the parts that it needs.

/**
 * @typedef {object} PageData
 * @property {number} bits the number of bits of a hash that form its bucket number
 * @property {number} seed the seed of the hashes
 * @property {number} width the number of digits of a reference to a row
 * @property {number} keyPlaces the number of digits of a position in a text of keys
 * @property {number} rowPlaces the number of digits of a position in a text of rows
 * @property {number} each the number of rows in a text of rows
 * @property {number} lists the number of the first row that is a list of references
 * @property {string} frequent the most frequent references. Keys refer to them with one of the last digits
 * @property {(() => void)[]} keys texts with equally many buckets: the positions at which the entries of each
 *   bucket begin and those of the last one end, followed by the entries: six digits of a key's hashes and a
 *   reference
 * @property {(() => void)[]} rows texts of rows: the position of every sixteenth row, followed by the rows. A
 *   row is an action as JSON in which control characters stand for phrases, or a list of references
 * @property {() => void} phrases the text of the phrases
 * @property {string[]} names the names of scriptlets
 * @property {number[]} everywhere the references that apply to all pages
 * @property {() => void} general the text of their rows, without phrases, because every page needs them
 * @property {string} around a bit set with six bits per digit. For each key of pages and their embedded
 *   documents, preceded by ">", it contains the bit whose number is the key's first hash modulo the number of
 *   bits. Most bits are not set
 * @property {string[]} patterns regexes for hosts, as three texts each: a text that every matching host
 *   contains, the regex, and the references
 */

/** The character that ends a row and separates phrases. */
const rowEnd = "\x1f";

/**
 * Returns the text of a comment. Until then, WebKit only skims it.
 * @param {() => void} comment
 */
function commentText(comment) {
  return String(comment).slice("()=>{// ".length, -"\n}".length);
}

/**
 * Decodes a number with six bits per digit: "0" and the characters after it, with "p" for the backslash and
 * "q" for "_".
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
 * Returns the text of a row.
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
 * Returns a row in which phrases replace their codes: a control character, alone or with the character after
 * it.
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

/** The labels before a country in public suffixes of two labels. `HostSuffix` has the same. */
const secondLevels = ["ac", "ad", "co", "com", "edu", "go", "gob", "gouv", "gov", "gv", "lg", "ltd", "me", "mil", "ne",
  "net", "nhs", "nom", "or", "org", "plc", "sch"];

/**
 * The multipliers of the two hashes of a key. Both hashes process the key from its last character to its
 * first.
 */
const firstPrime = 0x01000193, secondPrime = 0x85ebca6b;

/**
 * Calls `take` with the reference of a key. Entries are compared as texts, because WebKit compiles functions
 * that are called often, again in each frame.
 * @param {PageData} data
 * @param {number} first the first hash of the key
 * @param {number} second the second hash of the key
 * @param {(reference: number) => void} take
 */
function takeKey({ bits, keys, keyPlaces, width, frequent }, first, second, take) {
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
  const start = keyPlaces * (each + 1), firstCode = frequent === "" ? Infinity : 64 - frequent.length / width;
  const end = start + digits(text, keyPlaces * (place + 1), keyPlaces);
  for (let at = start + digits(text, keyPlaces * place, keyPlaces); at < end;) {
    const isCode = text.charCodeAt(at + 6) >= 48 + firstCode;
    if (text.startsWith(check, at)) {
      take(isCode ? digits(frequent, (digits(text, at + 6, 1) - firstCode) * width, width) : digits(text, at + 6, width));
    }
    at += isCode ? 7 : 6 + width;
  }
}

/**
 * Takes the references of a host and all its parent domains, either from the keys for pages or from the keys
 * for pages and their embedded documents. The hashes are extended with each label, from the last to the
 * first.
 * @param {PageData} data
 * @param {string} host
 * @param {boolean} isPage whether it is the host of the page itself
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
      // The key for embedded documents has ">" before the name.
      const hash = Math.imul(first ^ 62, firstPrime), bit = (hash >>> 0) % (6 * around.length);
      if (((digits(around, Math.trunc(bit / 6), 1) >> bit % 6) & 1) === 0) continue;
      takeKey(data, hash, Math.imul(second ^ 62, secondPrime), take);
    }
  };
  const first = 0x811c9dc5 ^ data.seed, second = 0x9e3779b9 ^ data.seed;
  walk(host.length, first, second);
  // Entities (`name.*`): the host without the public suffix.
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
 * @property {string} host the host of the page or, if it has none, of the document that embeds it
 * @property {string[]} ancestors the other hosts that embed the page
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

/** The reason why a row applies: a filter for the page's host, or a filter for all pages. */
const byHost = 1, byAll = 2;
/** The flag for scriptlets, which exceptions for entire pages can disable too. */
const scriptletsOff = 4;
const htmlFiltersOff = 8;

/**
 * Returns the rows that apply to the page, each once, without rows that an exception removes. It uses loops,
 * because functions that take closures are compiled again in each frame.
 * @param {PageData} data
 * @param {Window} view
 * @param {PageHosts} hosts the hosts of the page
 * @returns {{rows: any[][], isOfHosts: boolean}} `isOfHosts` is true if the result is the same on all pages
 *   of these hosts
 */
function rowsOfPage(data, view, { host, ancestors }) {
  /** @type {Record<number, number>} the reasons why each row applies */
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
      // Each frame would have to create the regex again.
      if (!host.includes(patterns[at])) continue;
      try {
        if (!new RegExp(patterns[at + 1]).test(host)) continue;
      } catch {
        // This WebKit does not support the regex.
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
  // In the order of the lists, because an object enumerates numbers in ascending order.
  for (const name in included) {
    const number = Number(name);
    if (excluded[number]) continue;
    let text = general[number];
    if (text === undefined) {
      phrases ??= commentText(data.phrases).split(rowEnd);
      text = spelled(rowText(data, number), phrases);
    }
    // Another filter with the same action applies to the page.
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
      case "remove-html":
        if ((off & htmlFiltersOff) !== 0) continue;
        break;
      default:
        if ((row.how & ~off) === 0) continue;
    }
    left.push(row);
  }
  return { rows: left, isOfHosts };
}
