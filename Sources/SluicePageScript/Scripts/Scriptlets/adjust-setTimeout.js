// needs: timer-rules.js
// uBlock Origin: text, delay, factor
// AdGuard: text, delay, factor
// names in uBlock Origin: nano-stb, nano-setTimeout-booster
/** Arguments: [pattern[, delay[, factor]]]. Changes the delay of matching timers. */
function scriptlet_adjust_setTimeout(tools, args) {
  adjustTimer("setTimeout", tools, args);
}
