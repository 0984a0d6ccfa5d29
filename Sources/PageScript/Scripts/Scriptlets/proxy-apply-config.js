// needs: natives.js
/**
 * JSON for what stands in the place of functions. `skipToString` asks that the page's `Function.prototype.toString` stay: here it always answers as the
 * browser's own does, for itself too.
 */
function scriptlet_proxy_apply_config(tools, args) {}
