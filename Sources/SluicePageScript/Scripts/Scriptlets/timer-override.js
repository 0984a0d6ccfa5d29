// needs: natives.js patterns.js timers.js stack.js options.js
// Adblock Plus: delay, text, callback, timers, stack
// required: 1
/**
 * Arguments: delay[, pattern of the callback or of its delay[, `noop`[, `timeout` or `interval`[, stack]]]]. Gives
 * matching timers another delay, or a callback that does nothing.
 */
function scriptlet_timer_override(tools, args) {
  const pattern = readPattern(args[1] ?? "", tools.dialect, false);
  const stack = readPattern(args[4] ?? "", tools.dialect, false);
  if (!isDigits(args[0]) || pattern === null || stack === null) {
    return;
  }
  const isNoop = args[2] === "noop";
  const delay = native.Number(args[0]);
  const check = (text, given) => {
    const isText = typeof given === "number" || typeof given === "string";
    if (!patternMatches(pattern, text) && !(isText && patternMatches(pattern, native.String(given)))) {
      return undefined;
    }
    if (stack.text !== "" && !patternMatches(stack, callerStack())) {
      return undefined;
    }
    return { __proto__: null, drop: isNoop, delay };
  };
  if (args[3] !== "interval") {
    addTimerCheck("setTimeout", check);
  }
  if (args[3] !== "timeout") {
    addTimerCheck("setInterval", check);
  }
}
