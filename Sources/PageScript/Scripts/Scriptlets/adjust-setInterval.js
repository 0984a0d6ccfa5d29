// needs: timer-rules.js
/** [pattern[, delay[, factor]]]: timers that run sooner or later. */
function scriptlet_adjust_setInterval(tools, args) {
  adjustTimer("setInterval", tools, args);
}
