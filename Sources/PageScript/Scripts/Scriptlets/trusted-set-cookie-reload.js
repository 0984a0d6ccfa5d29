// needs: trusted-cookies.js
// world: isolated
/** As trusted-set-cookie; what it changes is seen by loading the page once more. */
function scriptlet_trusted_set_cookie_reload(tools, args) {
  if (writeTrustedCookie(tools, args)) {
    reloadOnce(args[0]);
  }
}
