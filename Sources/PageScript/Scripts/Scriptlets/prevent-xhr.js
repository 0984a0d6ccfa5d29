// needs: prevented-xhr.js
/** requests[, body]: answered without a request. */
function scriptlet_prevent_xhr(tools, args) {
  preventXHR(tools, args, readBody);
}
