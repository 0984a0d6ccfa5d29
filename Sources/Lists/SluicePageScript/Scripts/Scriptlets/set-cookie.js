// needs: cookies.js
// world: isolated
/** Arguments: name, value from a list of words[, path: `/` or none[, AdGuard: domain]]. Sets the cookie. */
function scriptlet_set_cookie(tools, args) {
  writeCookieWord(tools, args);
}
