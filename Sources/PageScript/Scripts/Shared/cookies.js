// needs: natives.js natives-document.js lists.js storage-values.js
/**
 * The value of a cookie; null if there is none.
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
    // A sandboxed frame has none.
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
 * Writes a cookie; says whether its value is another one than before.
 * @param {string} name @param {string} value
 * @param {string} path `/` or none @param {string} expires seconds, or "" for the session
 * @param {string} domain
 */
function writeCookie(name, value, path, expires, domain) {
  if (!isCookieText(name) || name === "" || !isCookieText(value) || !isCookieText(domain)) {
    return false;
  }
  const before = cookieValue(name);
  let text = name + "=" + value;
  // The browser takes these names with nothing else.
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

/** Whether a text has nothing that would end a cookie's name or value. */
function isCookieText(text) {
  for (let i = 0; i < text.length; i += 1) {
    if (text[i] === ";" || text[i] < " ") {
      return false;
    }
  }
  return true;
}

/**
 * name, value of a few words[, path[, AdGuard: domain]]: says whether it changed anything.
 * @param {{length: number}} args
 */
function writeCookieWord(tools, args) {
  const value = args.length > 1 ? cookieWord(args[1], tools.dialect) : null;
  const domain = tools.dialect === "adguard" ? args[3] ?? "" : "";
  return value !== null && writeCookie(args[0], value, args[2] ? args[2] : "/", "", domain);
}

/**
 * The value for a word that filters without trust may write; null for others.
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

/** Loads the page anew, unless that did not help before. */
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
