// needs: timer-rules.js
// uBlock Origin: text, delay
// AdGuard: text, delay
// names in uBlock Origin: nosiif, no-setInterval-if, setInterval-defuser
/** Arguments: [pattern[, delay]]. Makes matching timers do nothing. */
function scriptlet_prevent_setInterval(tools, args) {
  preventTimer("setInterval", tools, args);
}
