// needs: cookies.js
// world: isolated
// uBlock Origin: name, value, path
// AdGuard: name, value, path, domain
// not read: uBlock: `dontOverwrite`
/** Like set-cookie, but reloads the page once if the cookie has changed. */
function scriptlet_set_cookie_reload(tools, args) {
  if (writeCookieWord(tools, args)) {
    reloadOnce(args[0]);
  }
}
