// needs: hand-over.js state.js

/**
 * @typedef {object} PageCode what runs in pages that a filter is for; on others it is not even made
 * @property {(calls: any[]) => void} run runs scriptlets
 * @property {(masks: Masks) => void} useMasks takes over the texts of functions
 */

/**
 * Starts the page's side: takes the calls that the isolated side hands over and runs them.
 * @param {string} secret
 * @param {() => PageCode} load
 * @param {boolean} startsAlone whether there is something to do without a call
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
  // A bound function shows no text.
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
    if (masks !== null) code.useMasks(masks);
  }

  const events = handOverEvents(name);
  const receive = (/** @type {CustomEvent} */ event) => {
    const calls = readCalls(event.detail);
    if (calls === null) {
      return;
    }
    document.removeEventListener(events.calls, receive);
    // This is how the other side knows that they have come.
    event.preventDefault();
    if (calls.length > 0) {
      code ??= load();
      code.run(calls);
    }
  };
  document.addEventListener(events.calls, receive);
  document.dispatchEvent(new Event(events.here));
}

/** The texts of functions of the frame around this one, or of the page that has opened this window, if it is of the same origin and has any. */
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
