// needs: prevented-fetch.js
/** requests[, body[, type of the response]]: as prevent-fetch, with any text as the body. */
function scriptlet_trusted_prevent_fetch(tools, args) {
  preventFetch(tools, args, readTrustedBody);
}
