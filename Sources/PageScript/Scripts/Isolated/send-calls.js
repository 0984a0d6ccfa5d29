// needs: hand-over.js events.js

/**
 * Gives the page's world its calls, at once or when that is there. It is told so also where there are none, and stops listening.
 * @param {Window} view
 * @param {string} name that of the events
 * @param {[string, string[]][]} calls names of scriptlets with their arguments
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
