// needs: natives.js hand-over.js state.js masks.js run-calls.js
/**
 * Starts the page's side: takes the calls that the isolated side hands over and runs them.
 * @param {string} secret @param {Object<string, Function>} table
 * @param {(function(): void) | null} surrogates starts what looks after blocked scripts
 */
function startPage(secret, table, surrogates) {
  if (!isSecret(secret)) {
    return;
  }
  const key = stateKey(secret);
  const kept = location[key];
  if (kept !== undefined) {
    kept();
    return;
  }
  pageState.key = key;
  pageState.secret = secret;
  pageState.hooks = { __proto__: null, length: 0 };
  // A bound function shows no text.
  const keep = function (given) {
    if (given !== undefined) {
      return given === secret ? pageState.masks : undefined;
    }
    for (let i = 0; i < pageState.hooks.length; i += 1) {
      pageState.hooks[i]();
    }
  };
  Object.defineProperty(location, key, { value: keep.bind(null) });
  shareMasks();

  const events = handOverEvents(secret);
  const answer = () => document.dispatchEvent(new CustomEvent(events.here));
  const receive = (/** @type {CustomEvent} */ event) => {
    const calls = readCalls(event.detail);
    if (calls === null) {
      return;
    }
    document.removeEventListener(events.calls, receive);
    document.removeEventListener(events.ask, answer);
    if (calls.length > 0) {
      captureNatives();
      runCalls(calls, table);
    }
  };
  document.addEventListener(events.calls, receive);
  document.addEventListener(events.ask, answer);
  if (surrogates !== null) {
    captureNatives();
    surrogates();
  }
  answer();
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
