// needs: timer-rules.js
/** [pattern[, delay]]: timers that do nothing. */
function scriptlet_prevent_setInterval(tools, args) {
  preventTimer("setInterval", tools, args);
}
