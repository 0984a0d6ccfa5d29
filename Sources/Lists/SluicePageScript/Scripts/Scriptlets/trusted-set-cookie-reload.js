// needs: trusted-cookies.js
// world: isolated
// uBlock Origin: name, value, expiry, path; domain
// AdGuard: name, value, expiry, path, domain
// not read: uBlock: `dontOverwrite`
/** Like trusted-set-cookie, but reloads the page once if the cookie has changed. */
function scriptlet_trusted_set_cookie_reload(tools, args) {
  if (writeTrustedCookie(tools, args)) {
    reloadOnce(args[0]);
  }
}
