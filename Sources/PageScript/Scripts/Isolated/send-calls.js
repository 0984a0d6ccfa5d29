// needs: hand-over.js events.js

/**
 * Sends the page's world its calls, as soon as its script is ready. An empty list is sent too, so that the
 * script stops listening.
 * @param {Window} view
 * @param {string} name the name of the events
 * @param {[string, string[]][]} calls the names of scriptlets with their arguments
 */
function sendCalls({ document }, name, calls) {
  const events = handOverEvents(name);
  const detail = JSON.stringify(calls);
  const send = () => !dispatch(document, new CustomEvent(events.calls, { detail, cancelable: true }));
  if (send()) return;
  const sendLate = () => {
    removeListener(document, events.here, sendLate);
    send();
  };
  addListener(document, events.here, sendLate);
}
