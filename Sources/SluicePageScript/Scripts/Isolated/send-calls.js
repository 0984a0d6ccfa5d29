// needs: hand-over.js events.js

/**
 * Sends the page's world its calls, as soon as its script is ready. An empty list is sent too, so that the
 * script stops listening.
 * @param {Window} view
 * @param {string} name the name of the events
 * @param {[string, string[]][]} calls the names of scriptlets with their arguments
 * @param {() => void} whenReceived is called when the page's world has run them
 */
function sendCalls({ document }, name, calls, whenReceived) {
  const events = handOverEvents(name);
  const detail = JSON.stringify(calls);
  const send = () => {
    const isReceived = !dispatch(document, new CustomEvent(events.calls, { detail, cancelable: true }));
    if (isReceived) whenReceived();
    return isReceived;
  };
  if (send()) return;
  const sendLate = () => {
    removeListener(document, events.here, sendLate);
    send();
  };
  addListener(document, events.here, sendLate);
}
