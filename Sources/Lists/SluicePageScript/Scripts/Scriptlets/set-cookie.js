// needs: cookies.js
// world: isolated
// uBlock Origin: name, value, path
// AdGuard: name, value, path, domain
// not read: uBlock: `dontOverwrite`
/** Arguments: name, value from a list of words[, path: `/` or none[, AdGuard: domain]]. Sets the cookie. */
function scriptlet_set_cookie(tools, args) {
  writeCookieWord(tools, args);
}
