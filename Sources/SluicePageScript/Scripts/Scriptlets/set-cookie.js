// needs: cookies.js
// world: isolated
// uBlock Origin: name, value, path; reload, dontOverwrite
// AdGuard: name, value, path, domain
// required: 2
/** Arguments: name, value from a list of words[, path: `/` or none[, AdGuard: domain]]. Sets the cookie. */
function scriptlet_set_cookie(tools, args) {
  writeCookieWord(tools, args, false);
}
