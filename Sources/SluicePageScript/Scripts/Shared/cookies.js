// needs: natives.js natives-document.js lists.js options.js storage-values.js
/**
 * Returns the value of a cookie; null if it does not exist.
 * @param {string} name
 */
function cookieValue(name) {
  const all = cookiesOf(document);
  for (let i = 0; i < all.length; i += 1) {
    if (all[i].name === name) {
      return all[i].value;
    }
  }
  return null;
}

function cookiesOf(owner) {
  const cookies = newList();
  let text = "";
  try {
    text = native.cookie(owner);
  } catch {
    // A sandboxed frame has no cookies.
    return cookies;
  }
  const pieces = splitText(text, ";");
  for (let i = 0; i < pieces.length; i += 1) {
    const equals = native.indexOf(pieces[i], "=");
    push(cookies, {
      __proto__: null,
      name: native.trim(equals === -1 ? "" : native.slice(pieces[i], 0, equals)),
      value: native.slice(pieces[i], equals + 1),
    });
  }
  return cookies;
}

/**
 * Writes a cookie. Returns whether its value has changed.
 * @param {string} name @param {string} value
 * @param {string} path `/` or none; with any other path, nothing is written
 * @param {string} expires the seconds, or "" for a session cookie
 * @param {string} domain
 */
function writeCookie(name, value, path, expires, domain) {
  const isPath = path === "" || path === "/" || path === "none";
  if (!isPath || !isCookieText(name) || name === "" || !isCookieText(value) || !isCookieText(domain)) {
    return false;
  }
  const before = cookieValue(name);
  let text = name + "=" + value;
  // The browser accepts these names only with these attributes.
  const isOfHost = native.startsWith(name, "__Host-");
  if (isOfHost || path !== "none") {
    text += "; path=/";
  }
  if (isOfHost || native.startsWith(name, "__Secure-")) {
    text += "; secure";
  }
  if (expires !== "") {
    text += "; max-age=" + expires;
  }
  if (domain !== "" && !isOfHost) {
    text += "; domain=" + domain;
  }
  try {
    native.setCookie(document, text);
  } catch {
    return false;
  }
  return cookieValue(name) === value && before !== value;
}

/** Returns whether a text contains no characters that would end a cookie's name or value. */
function isCookieText(text) {
  for (let i = 0; i < text.length; i += 1) {
    if (text[i] === ";" || text[i] < " ") {
      return false;
    }
  }
  return true;
}

/**
 * Writes a cookie for a filter, and reloads the page if the cookie has changed and the filter says so. Names
 * and values are encoded as uBlock Origin does; AdGuard encodes nothing.
 * @param {{name: string, value: string, path: string, expires: string, domain: string}} cookie
 * @param {{reload?: any, dontOverwrite?: any}} options
 * @param {boolean} isTrusted whether the name may have any character
 */
function writeCookieFor(tools, cookie, options, isTrusted) {
  let { name, value } = cookie;
  if (tools.dialect !== "adguard") {
    name = isTrusted ? name : encodedFor(name, "!#$%&'*+-.^_`|~[]", false);
    value = encodedFor(value, ";\\", true);
  }
  if (options.dontOverwrite && cookieValue(name) !== null) {
    return;
  }
  if (writeCookie(name, value, cookie.path, cookie.expires, cookie.domain) && options.reload) {
    reloadOnce(name);
  }
}

/**
 * Encodes a text as part of a URL if it has other characters than letters, digits and these signs; with
 * `isExcluded`, if it has these or any that are not printable ASCII.
 * @param {string} text @param {string} signs
 */
function encodedFor(text, signs, isExcluded) {
  let isPlain = true;
  for (let i = 0; i < text.length; i += 1) {
    const sign = text[i];
    const isSign = native.indexOf(signs, sign) !== -1;
    const isWord = (sign >= "0" && sign <= "9") || (sign >= "A" && sign <= "Z") || (sign >= "a" && sign <= "z");
    isPlain = isPlain && (isExcluded ? !isSign && sign >= " " && sign <= "~" : isSign || isWord);
  }
  try {
    return isPlain ? text : native.encode(text);
  } catch {
    // Half of a surrogate pair.
    return "";
  }
}

/**
 * Arguments: name, value from a list of words[, path[, uBlock: `reload` and `dontOverwrite`, each with 1;
 * AdGuard: domain]].
 * @param {{length: number}} args @param {boolean} reloads whether the page reloads in any case
 */
function writeCookieWord(tools, args, reloads) {
  const isAdGuard = tools.dialect === "adguard";
  const value = args.length > 1 ? cookieWord(args[1], tools.dialect) : null;
  const options = isAdGuard ? { __proto__: null } : readOptions(args, 3);
  options.reload ||= reloads;
  if (value !== null) {
    writeCookieFor(tools, { __proto__: null, name: args[0], value, path: args[2] ?? "", expires: "", domain: isAdGuard ? args[3] ?? "" : "" }, options, false);
  }
}

/**
 * Returns the value for a word that untrusted filters may write; null for other words.
 * @param {string} word @param {string} dialect
 */
function cookieWord(word, dialect) {
  if (dialect !== "adguard") {
    return isSmallNumber(word, dialect) || isWordOf(consentWords, word) ? word : null;
  }
  switch (word) {
    case "emptyArr":
      return "[]";
    case "emptyObj":
      return "{}";
    default:
      return (isSmallNumber(word, dialect) && word[0] !== "-") || isWordOf(cookieWords, word) ? word : null;
  }
}

/** Reloads the page, unless an earlier reload had no effect. */
function reloadOnce(name) {
  const mark = "sluice-reloaded-" + name;
  try {
    const storage = window.sessionStorage;
    const get = native.free(Storage.prototype.getItem);
    if (get(storage, mark) !== null) {
      return;
    }
    native.free(Storage.prototype.setItem)(storage, mark, "1");
  } catch {
    return;
  }
  location.reload();
}
