// needs: timer-rules.js
/** Arguments: [pattern[, delay[, factor]]]. Changes the delay of matching timers. */
function scriptlet_adjust_setInterval(tools, args) {
  adjustTimer("setInterval", tools, args);
}
