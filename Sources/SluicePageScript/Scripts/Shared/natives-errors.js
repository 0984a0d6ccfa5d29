// needs: natives.js
/** Captures the functions of error events. */
function captureErrors() {
  if (native.errorMessage !== undefined) {
    return;
  }
  native.errorMessage = native.getter(ErrorEvent.prototype, "message");
  native.errorOfEvent = native.getter(ErrorEvent.prototype, "error");
  native.rejectionReason = native.getter(PromiseRejectionEvent.prototype, "reason");
}
