// needs: cookies.js
// world: isolated
/** name, value of a few words[, path: `/` or none[, AdGuard: domain]]. */
function scriptlet_set_cookie(tools, args) {
  writeCookieWord(tools, args);
}
