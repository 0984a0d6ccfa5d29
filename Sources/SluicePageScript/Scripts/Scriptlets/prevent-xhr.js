// needs: prevented-xhr.js
// uBlock Origin: requests, body
// AdGuard: requests, body
// names in uBlock Origin: no-xhr-if
/** Arguments: requests[, body]. Responds without sending a request. */
function scriptlet_prevent_xhr(tools, args) {
  preventXHR(tools, args, readBody);
}
