// needs: timer-rules.js
// uBlock Origin: text, delay, factor
// AdGuard: text, delay, factor
// names in uBlock Origin: nano-sib, nano-setInterval-booster
/** Arguments: [pattern[, delay[, factor]]]. Changes the delay of matching timers. */
function scriptlet_adjust_setInterval(tools, args) {
  adjustTimer("setInterval", tools, args);
}
