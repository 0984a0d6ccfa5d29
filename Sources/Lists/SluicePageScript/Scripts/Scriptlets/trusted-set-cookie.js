// needs: trusted-cookies.js
// world: isolated
/** Arguments: name, value[, expiry[, path[, domain]]]. Sets the cookie. */
function scriptlet_trusted_set_cookie(tools, args) {
  writeTrustedCookie(tools, args);
}
