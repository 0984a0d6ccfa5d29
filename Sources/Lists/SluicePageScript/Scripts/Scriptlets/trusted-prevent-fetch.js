// needs: prevented-fetch.js
/** Arguments: requests[, body[, type of the response]]. Like prevent-fetch, but the body can be any text. */
function scriptlet_trusted_prevent_fetch(tools, args) {
  preventFetch(tools, args, readTrustedBody);
}
