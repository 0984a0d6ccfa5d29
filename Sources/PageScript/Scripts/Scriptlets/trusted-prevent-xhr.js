// needs: prevented-xhr.js
/** requests[, body]: as prevent-xhr, with any text as the body. */
function scriptlet_trusted_prevent_xhr(tools, args) {
  preventXHR(tools, args, readTrustedBody);
}
