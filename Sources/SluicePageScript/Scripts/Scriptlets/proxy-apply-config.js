// needs: natives.js
// uBlock Origin: none
// not read: `skipToString`: the function always returns its native text
/**
 * Arguments: JSON with options for replaced functions. `skipToString` leaves the page's
 * `Function.prototype.toString` unchanged. It has no effect here, because `toString` always answers as the
 * browser's own function does, also for itself.
 */
function scriptlet_proxy_apply_config(tools, args) {}
