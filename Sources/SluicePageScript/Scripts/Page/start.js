// needs: hand-over.js state.js

/**
 * @typedef {object} PageCode the code for pages with a filter. On other pages, it is not even created
 * @property {(calls: any[]) => void} run runs scriptlets
 * @property {(masks: Masks) => void} useMasks takes over the texts of functions
 * @property {() => void} begin starts the work that needs no call
 */

/**
 * Starts the script in the page's world: receives the calls from the isolated world and runs them.
 * @param {string} secret
 * @param {() => PageCode} load
 * @param {boolean} startsAlone whether there is work that needs no call
 */
function startPage(secret, load, startsAlone) {
  if (!isSecret(secret)) {
    return;
  }
  const { name, key } = secretsOfSite(secret, siteOfWindow(window));
  if (name === "") {
    return;
  }
  const kept = location[key];
  if (kept !== undefined) {
    kept();
    return;
  }
  pageState.key = key;
  pageState.name = name;
  pageState.hooks = { __proto__: null, length: 0 };
  // The text of a bound function does not show its code.
  const keep = function (given) {
    if (given !== undefined) {
      return given === name ? pageState.masks : undefined;
    }
    for (let i = 0; i < pageState.hooks.length; i += 1) {
      pageState.hooks[i]();
    }
  };
  Object.defineProperty(location, key, { value: keep.bind(null) });
  /** @type {PageCode | null} */
  let code = null;
  const masks = masksAround();
  if (startsAlone || masks !== null) {
    code = load();
    // Before the first function gets a text.
    if (masks !== null) code.useMasks(masks);
    if (startsAlone) code.begin();
  }

  const events = handOverEvents(name);
  const receive = (/** @type {CustomEvent} */ event) => {
    const calls = readCalls(event.detail);
    if (calls === null) {
      return;
    }
    document.removeEventListener(events.calls, receive);
    // This tells the isolated world that the calls have arrived.
    event.preventDefault();
    if (calls.length > 0) {
      code ??= load();
      code.run(calls);
    }
  };
  document.addEventListener(events.calls, receive);
  document.dispatchEvent(new Event(events.here));
}

/**
 * Returns the texts of functions of the frame around this one, or of the page that opened this window, if it
 * has the same origin and has any.
 */
function masksAround() {
  try {
    const around = parent !== window ? parent : opener;
    return around?.location[pageState.key]?.(pageState.name) ?? null;
  } catch {
    // A page of another origin.
    return null;
  }
}

/** @param {any} text */
function readCalls(text) {
  try {
    const calls = JSON.parse(text);
    return Array.isArray(calls) ? calls : null;
  } catch {
    return null;
  }
}
