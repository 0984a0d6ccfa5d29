/**
 * The state of this window. `key` is the name of the property of `location` that holds it: a page cannot
 * replace that property, and `document.open()` does not remove it. `name` is the name of the events. `trapOf`
 * returns the trap of an object's property, if traps are in use.
 */
const pageState = { __proto__: null, key: "", name: "", hooks: null, masks: null, trapOf: null };

/**
 * Repeats an action when `document.open()` has removed all listeners, or when the window gets another
 * document.
 * @param {function(): void} action
 */
function onReopen(action) {
  const hooks = pageState.hooks;
  hooks[hooks.length] = action;
  hooks.length += 1;
}
