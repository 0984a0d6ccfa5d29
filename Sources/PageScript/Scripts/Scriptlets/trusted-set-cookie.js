// needs: trusted-cookies.js
// world: isolated
/** name, value[, expiry[, path[, domain]]]. */
function scriptlet_trusted_set_cookie(tools, args) {
  writeTrustedCookie(tools, args);
}
