// needs: timer-rules.js
/** Arguments: [pattern[, delay[, factor]]]. Changes the delay of matching timers. */
function scriptlet_adjust_setTimeout(tools, args) {
  adjustTimer("setTimeout", tools, args);
}
