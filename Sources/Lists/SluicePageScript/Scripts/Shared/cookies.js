// needs: natives.js natives-document.js lists.js storage-values.js
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
 * @param {string} path `/` or none @param {string} expires the seconds, or "" for a session cookie
 * @param {string} domain
 */
function writeCookie(name, value, path, expires, domain) {
  if (!isCookieText(name) || name === "" || !isCookieText(value) || !isCookieText(domain)) {
    return false;
  }
  const before = cookieValue(name);
  let text = name + "=" + value;
  // The browser accepts these names only with these attributes.
  const isOfHost = native.startsWith(name, "__Host-");
  if (isOfHost || (path !== "" && path !== "none")) {
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
 * Arguments: name, value from a list of words[, path[, AdGuard: domain]]. Returns whether the cookie has
 * changed.
 * @param {{length: number}} args
 */
function writeCookieWord(tools, args) {
  const value = args.length > 1 ? cookieWord(args[1], tools.dialect) : null;
  const domain = tools.dialect === "adguard" ? args[3] ?? "" : "";
  return value !== null && writeCookie(args[0], value, args[2] ? args[2] : "/", "", domain);
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
      return "%5B%5D";
    case "emptyObj":
      return "%7B%7D";
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
