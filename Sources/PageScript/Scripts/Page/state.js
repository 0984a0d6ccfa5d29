/**
 * What is kept of this window. `key` is where: a property of `location`, which alone is neither replaced by a page nor emptied
 * by `document.open()`. `name` is that of the events. `trapOf` finds the trap of an object's property, where there are any.
 */
const pageState = { __proto__: null, key: "", name: "", hooks: null, masks: null, trapOf: null };

/**
 * Has an action done again when `document.open()` has taken all listeners away, or another document has come into the window.
 * @param {function(): void} action
 */
function onReopen(action) {
  const hooks = pageState.hooks;
  hooks[hooks.length] = action;
  hooks.length += 1;
}
