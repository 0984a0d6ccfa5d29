// needs: prevented-fetch.js
// uBlock Origin: requests, body, type
/** Arguments: requests[, body[, type of the response]]. Like prevent-fetch, but the body can be any text. */
function scriptlet_trusted_prevent_fetch(tools, args) {
  preventFetch(tools, args, readTrustedBody);
}
