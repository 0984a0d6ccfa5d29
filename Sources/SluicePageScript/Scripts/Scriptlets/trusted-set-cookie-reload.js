// needs: trusted-cookies.js
// world: isolated
// uBlock Origin: name, value, expiry, path; domain, dontOverwrite
// AdGuard: name, value, expiry, path, domain
// required: 2
/** Like trusted-set-cookie, but reloads the page once if the cookie has changed. */
function scriptlet_trusted_set_cookie_reload(tools, args) {
  writeTrustedCookie(tools, args, true);
}
