// needs: natives.js natives-document.js masks.js argument-text.js run-at.js
// AdGuard: event, target
// required: 1
/**
 * Arguments: name of an event[, `window` or selector]. Dispatches the event there, or on the document if no
 * target is given: soon after a listener is added, or else when the document has been parsed.
 */
function scriptlet_trusted_dispatch_event(tools, args) {
  const name = args[0] ?? "";
  const target = args[1] ?? "";
  if (name === "") {
    return;
  }
  let isOnItsWay = false;
  let count = 0;
  const dispatch = () => {
    isOnItsWay = false;
    count += 1;
    let receiver = target === "window" ? window : document;
    if (target !== "" && target !== "window") {
      try {
        receiver = native.query(document, target);
      } catch {
        return;
      }
    }
    if (receiver !== null) {
      native.dispatch(receiver, new native.Event(name));
    }
  };
  const dispatchSoon = () => {
    if (!isOnItsWay) {
      isOnItsWay = true;
      native.setTimeout(dispatch, 1);
    }
  };
  replaceMethod(EventTarget.prototype, "addEventListener", (original) => ({
    addEventListener(event, listener) {
      if (arguments.length > 1 && argumentText(arguments, 0) === name) {
        dispatchSoon();
      }
      return native.apply(original, this, arguments);
    },
  }.addEventListener));
  runAt("interactive", () => {
    if (count === 0) {
      dispatchSoon();
    }
  });
}
