// needs: prevented-fetch.js
/** Arguments: requests[, body[, type of the response]]. Responds without sending a request. */
function scriptlet_prevent_fetch(tools, args) {
  preventFetch(tools, args, readBody);
}
