// needs: natives.js
/** Captures what is asked of the events of errors. */
function captureErrors() {
  if (native.errorMessage !== undefined) {
    return;
  }
  native.errorMessage = native.getter(ErrorEvent.prototype, "message");
  native.errorOfEvent = native.getter(ErrorEvent.prototype, "error");
  native.rejectionReason = native.getter(PromiseRejectionEvent.prototype, "reason");
}
