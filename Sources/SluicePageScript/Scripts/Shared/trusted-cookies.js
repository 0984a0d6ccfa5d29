// needs: natives.js cookies.js storage.js options.js patterns.js
/**
 * Arguments: name, value[, expiry: `1day`, `1year` or seconds[, path[, uBlock: `domain`, name, `reload` and
 * `dontOverwrite`, each with 1; AdGuard: domain]]].
 * @param {{length: number}} args @param {boolean} reloads whether the page reloads in any case
 */
function writeTrustedCookie(tools, args, reloads) {
  if (args.length < 2) {
    return;
  }
  const expiry = args[2] ?? "";
  let seconds = "";
  if (expiry === "1day") {
    seconds = "86400";
  } else if (expiry === "1year") {
    seconds = "31536000";
  } else if (expiry !== "") {
    if (!isInteger(expiry)) {
      return;
    }
    seconds = expiry;
  }
  const isAdGuard = tools.dialect === "adguard";
  const options = isAdGuard ? { __proto__: null } : readOptions(args, 4);
  options.reload ||= reloads;
  const domain = isAdGuard ? args[4] ?? "" : cookieDomain(native.String(options.domain ?? ""));
  writeCookieFor(tools, { __proto__: null, name: args[0], value: expandTimes(args[1]), path: args[3] ?? "", expires: seconds, domain }, options, true);
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
