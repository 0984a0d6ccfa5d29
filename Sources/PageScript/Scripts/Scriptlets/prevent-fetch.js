// needs: prevented-fetch.js
/** requests[, body[, type of the response]]: answered without a request. */
function scriptlet_prevent_fetch(tools, args) {
  preventFetch(tools, args, readBody);
}
