/**
 * What is kept of this window. `key` is where: a property of `location`, which alone is neither replaced by a page nor emptied
 * by `document.open()`. Its name is made from the secret and does not tell it.
 */
const pageState = { __proto__: null, key: "", secret: "", hooks: null, masks: null };

/**
 * The name, made without a method that a page could have replaced.
 * @param {string} secret
 */
function stateKey(secret) {
  const alphabet = "0123456789-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
  const places = { __proto__: null };
  for (let i = 0; i < alphabet.length; i += 1) {
    places[alphabet[i]] = i + 1;
  }
  let high = 7;
  let low = 5;
  for (let i = 0; i < secret.length; i += 1) {
    const place = places[secret[i]] ?? 0;
    high = (high * 131 + place) % 2147483647;
    low = (low * 137 + place + high) % 2147483629;
  }
  return "_" + high + low;
}

/**
 * Has an action done again when `document.open()` has taken all listeners away, or another document has come into the window.
 * @param {function(): void} action
 */
function onReopen(action) {
  const hooks = pageState.hooks;
  hooks[hooks.length] = action;
  hooks.length += 1;
}
