// needs: timer-rules.js
/** [pattern[, delay]]: timers that do nothing. */
function scriptlet_prevent_setTimeout(tools, args) {
  preventTimer("setTimeout", tools, args);
}
