// needs: trusted-cookies.js
// world: isolated
// uBlock Origin: name, value, expiry, path; domain, reload, dontOverwrite
// AdGuard: name, value, expiry, path, domain
// required: 2
/** Arguments: name, value[, expiry[, path[, domain]]]. Sets the cookie. */
function scriptlet_trusted_set_cookie(tools, args) {
  writeTrustedCookie(tools, args, false);
}
