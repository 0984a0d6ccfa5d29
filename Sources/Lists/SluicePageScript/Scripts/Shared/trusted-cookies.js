// needs: natives.js cookies.js storage.js options.js patterns.js
/**
 * Arguments: name, value[, expiry: `1day`, `1year` or seconds[, path[, `domain`, name]]]. Returns whether the
 * cookie has changed.
 */
function writeTrustedCookie(tools, args) {
  if (args.length < 2) {
    return false;
  }
  const expiry = args[2] ?? "";
  let seconds = "";
  if (expiry === "1day") {
    seconds = "86400";
  } else if (expiry === "1year") {
    seconds = "31536000";
  } else if (expiry !== "") {
    if (!isInteger(expiry)) {
      return false;
    }
    seconds = expiry;
  }
  const isAdGuard = tools.dialect === "adguard";
  const domain = isAdGuard ? args[4] ?? "" : cookieDomain(native.String(readOptions(args, 4).domain ?? ""));
  return writeCookie(args[0], expandTimes(args[1]), args[3] ? args[3] : "/", seconds, domain);
}

/**
 * Returns the part of the page's host that uBlock Origin's regex for a domain matches, or any other text as
 * it is.
 * @param {string} text
 */
function cookieDomain(text) {
  const pattern = readPattern(text, "ublock", false);
  if (pattern === null || pattern.regex === null) {
    return pattern === null ? "" : text;
  }
  return native.exec(pattern.regex, location.hostname)?.[0] ?? "";
}
