// needs: timer-rules.js
// uBlock Origin: text, delay
// AdGuard: text, delay
// names in uBlock Origin: nostif, no-setTimeout-if, setTimeout-defuser
/** Arguments: [pattern[, delay]]. Makes matching timers do nothing. */
function scriptlet_prevent_setTimeout(tools, args) {
  preventTimer("setTimeout", tools, args);
}
