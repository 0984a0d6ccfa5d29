// needs: timer-rules.js
/** [pattern[, delay[, factor]]]: timers that run sooner or later. */
function scriptlet_adjust_setTimeout(tools, args) {
  adjustTimer("setTimeout", tools, args);
}
