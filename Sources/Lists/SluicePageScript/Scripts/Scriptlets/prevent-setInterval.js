// needs: timer-rules.js
/** Arguments: [pattern[, delay]]. Makes matching timers do nothing. */
function scriptlet_prevent_setInterval(tools, args) {
  preventTimer("setInterval", tools, args);
}
