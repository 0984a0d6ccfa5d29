// needs: natives.js natives-language.js lists.js options.js
/** Words of consent or refusal. Untrusted filters may only store these. */
const consentWords = {
  __proto__: null, accept: true, accepted: true, reject: true, rejected: true, allow: true, allowed: true, deny: true,
  denied: true, forbidden: true, forever: true, true: true, t: true, false: true, f: true, yes: true, y: true, no: true,
  n: true, ok: true, on: true, off: true, all: true, none: true, necessary: true, required: true, essential: true,
  nonessential: true, necessaryonly: true, approved: true, approve: true, disapproved: true, disapprove: true, checked: true,
  unchecked: true, enable: true, enabled: true, disable: true, disabled: true, dismiss: true, dismissed: true, hide: true,
  hidden: true, close: true, closed: true, agree: true, agreed: true, decline: true, declined: true, functional: true, done: true,
  notnow: true, emptyarr: true, emptyobj: true, essentials: true, mandatory: true, minimal: true, rejectall: true,
  acceptall: true, show: true, shown: true, seen: true, set: true, unset: true, skip: true, optin: true, optout: true,
  notaccepted: true, disallow: true, disagree: true, declined: true, granted: true, given: true, next: true,
};

/** The words that AdGuard allows in cookies. */
const cookieWords = {
  __proto__: null, true: true, t: true, false: true, f: true, yes: true, y: true, no: true, n: true, ok: true, on: true, off: true,
  accept: true, accepted: true, notaccepted: true, reject: true, rejected: true, allow: true, allowed: true, disallow: true,
  deny: true, denied: true, enable: true, enabled: true, disable: true, disabled: true, necessary: true, required: true,
  hide: true, hidden: true, essential: true, nonessential: true, checked: true, unchecked: true, forbidden: true,
  forever: true, declined: true, mandatory: true, all: true,
};

/** The words that AdGuard allows in storage. */
const storedWords = {
  __proto__: null, true: true, false: true, yes: true, no: true, on: true, off: true, accept: true, accepted: true, reject: true,
  rejected: true, allowed: true, denied: true, forbidden: true, forever: true,
};

/** Returns whether a word is in a table, in any case and with or without quotes. */
function isWordOf(table, word) {
  return table[native.lowerCase(plainWord(word))] === true;
}

/** @param {string} word */
function plainWord(word) {
  const isQuoted = word.length > 1 && word[0] === '"' && word[word.length - 1] === '"';
  return isQuoted ? native.slice(word, 1, -1) : word;
}

/** @param {string} word @param {string} dialect the dialect whose limits apply */
function isSmallNumber(word, dialect) {
  const plain = plainWord(word);
  if (!isInteger(plain) || plain[0] === "+") {
    return false;
  }
  const number = native.Number(plain);
  return number <= 32767 && number >= (dialect === "adguard" ? -1 : -32767);
}

/**
 * Returns the text to store for a word; null if the word may not be stored.
 * @param {string} word @param {string} dialect
 */
function storedValue(word, dialect) {
  switch (word) {
    case "undefined":
    case "null":
    case "{}":
    case "[]":
    case '""':
    case "":
      return word;
    case "emptyArr":
      return "[]";
    case "emptyObj":
      return "{}";
    case "''":
    case "emptyStr":
      return "";
  }
  if (isSmallNumber(word, dialect) || isWordOf(dialect === "adguard" ? storedWords : consentWords, word)) {
    return word;
  }
  return null;
}
