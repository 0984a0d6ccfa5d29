/** @param {Function} method */
const uncurried = (method) => Function.prototype.call.bind(method);

const addListener = uncurried(EventTarget.prototype.addEventListener);
const removeListener = uncurried(EventTarget.prototype.removeEventListener);
const dispatch = uncurried(EventTarget.prototype.dispatchEvent);
