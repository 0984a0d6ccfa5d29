// needs: prevented-fetch.js
// uBlock Origin: requests, body, type
// AdGuard: requests, body, type
// names in uBlock Origin: no-fetch-if
/** Arguments: requests[, body[, type of the response]]. Responds without sending a request. */
function scriptlet_prevent_fetch(tools, args) {
  preventFetch(tools, args, readBody);
}
