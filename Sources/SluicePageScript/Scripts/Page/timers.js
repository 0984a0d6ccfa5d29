// needs: natives.js lists.js masks.js
/** The checks of timers: for each function, a list of functions that get the text and the delay. */
const timers = { __proto__: null };

/**
 * Adds a check for new timers. The check returns nothing, `{drop: true}` for a timer that does nothing, or
 * `{delay}` for another delay.
 * @param {"setTimeout" | "setInterval" | "requestAnimationFrame"} name
 * @param {function(string, any): ({drop?: boolean, delay?: number} | undefined)} check
 */
function addTimerCheck(name, check) {
  if (timers[name] === undefined) {
    const checks = newList();
    timers[name] = checks;
    replaceMethod(window, name, (original) => ({
      timer(callback, delay) {
        let text = "";
        if (typeof callback === "function") {
          text = native.functionText(callback);
        } else if (typeof callback === "string" && name !== "requestAnimationFrame") {
          text = callback;
        } else {
          return native.apply(original, this, arguments);
        }
        for (let i = 0; i < checks.length; i += 1) {
          const found = checks[i](text, delay);
          if (found?.drop) {
            arguments[0] = function () {};
          } else if (found !== undefined) {
            arguments[1] = found.delay;
          }
        }
        return native.apply(original, this, arguments);
      },
    }.timer));
  }
  push(timers[name], check);
}
