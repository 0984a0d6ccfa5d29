// needs: timer-rules.js
/** Arguments: [pattern[, delay]]. Makes matching timers do nothing. */
function scriptlet_prevent_setTimeout(tools, args) {
  preventTimer("setTimeout", tools, args);
}
