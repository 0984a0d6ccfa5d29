// needs: trusted-cookies.js
// world: isolated
/** Like trusted-set-cookie, but reloads the page once if the cookie has changed. */
function scriptlet_trusted_set_cookie_reload(tools, args) {
  if (writeTrustedCookie(tools, args)) {
    reloadOnce(args[0]);
  }
}
