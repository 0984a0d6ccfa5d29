// needs: prevented-xhr.js
/** Arguments: requests[, body]. Responds without sending a request. */
function scriptlet_prevent_xhr(tools, args) {
  preventXHR(tools, args, readBody);
}
