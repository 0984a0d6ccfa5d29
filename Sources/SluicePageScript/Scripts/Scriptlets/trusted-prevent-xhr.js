// needs: prevented-xhr.js
// uBlock Origin: requests, body
// AdGuard: requests, body
/** Arguments: requests[, body]. Like prevent-xhr, but the body can be any text. */
function scriptlet_trusted_prevent_xhr(tools, args) {
  preventXHR(tools, args, readTrustedBody);
}
