// needs: cookies.js
// world: isolated
// uBlock Origin: name, value, path; dontOverwrite
// AdGuard: name, value, path, domain
// required: 2
/** Like set-cookie, but reloads the page once if the cookie has changed. */
function scriptlet_set_cookie_reload(tools, args) {
  writeCookieWord(tools, args, true);
}
