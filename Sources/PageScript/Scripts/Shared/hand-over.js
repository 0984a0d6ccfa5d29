/**
 * The events with which the two worlds find each other, all of them on the document: `calls` carries what is to be run,
 * and is cancelled by who takes it; `here` says "I am here"; `failed` carries a request of the page's scripts that has failed.
 * @param {string} secret
 */
function handOverEvents(secret) {
  return { __proto__: null, calls: secret, here: secret + "!", failed: secret + "-" };
}

/**
 * Whether the host has put its secret in the place of the word that stands for it. Without one a page could guess the
 * names of the events, so that nothing is done.
 * @param {string} secret
 */
function isSecret(secret) {
  return secret.length > 15 && secret !== "__SLUICE_" + "SECRET__";
}
