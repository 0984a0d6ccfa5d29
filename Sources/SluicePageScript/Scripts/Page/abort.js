// needs: natives.js natives-document.js natives-language.js natives-errors.js state.js foreign-errors.js traps.js
/**
 * The errors that scriptlets have thrown, and the number of their events that are still expected or already
 * muted.
 */
const aborts = { __proto__: null, pending: 0, muted: 0, thrown: null };

/**
 * Returns an error to throw in the page's code. Neither `onerror` nor listeners receive it.
 * @param {string} name the name that the error reports as missing
 */
function abortError(name) {
  expectAbort();
  const error = foreignError(new native.ReferenceError("Can't find variable: " + name));
  native.mark(aborts.thrown, error);
  return error;
}

/** Mutes one error event of this task. */
function expectAbort() {
  if (aborts.thrown === null) {
    aborts.thrown = new native.WeakSet();
    muteAborts();
    onReopen(muteAborts);
  }
  aborts.pending += 1;
  // The event follows in the same task, after the microtasks.
  native.setTimeout(() => {
    if (aborts.muted > 0) {
      aborts.muted -= 1;
    } else {
      aborts.pending -= 1;
    }
  }, 0);
}

function muteAborts() {
  native.listen(window, "error", muteError, true);
  native.listen(window, "unhandledrejection", muteRejection, true);
}

/**
 * Mutes the errors of user scripts, which a page receives as "Script error." without the error itself: as
 * many as scriptlets have thrown.
 */
function muteError(event) {
  if (aborts.pending === 0 || native.eventTarget(event) !== window) {
    return;
  }
  let message = "";
  let error;
  try {
    message = native.errorMessage(event);
    error = native.errorOfEvent(event);
  } catch {
    return;
  }
  const isOurs = isObject(error) ? native.marks(aborts.thrown, error) : message === "Script error.";
  if (isOurs) {
    aborts.pending -= 1;
    aborts.muted += 1;
    native.stopEvent(event);
    native.preventDefault(event);
  }
}

function muteRejection(event) {
  const reason = native.rejectionReason(event);
  if (typeof reason === "object" && reason !== null && native.marks(aborts.thrown, reason)) {
    native.stopEvent(event);
    native.preventDefault(event);
  }
}
