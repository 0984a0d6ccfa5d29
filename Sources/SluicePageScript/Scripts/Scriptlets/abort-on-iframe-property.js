// needs: abort-on-property-read.js abort-on-property-write.js
// Adblock Plus: what
// required: 2
/**
 * Arguments: `read` or `write`, then chains. Throws an error when a script uses one of the properties in a frame of
 * the page.
 */
function scriptlet_abort_on_iframe_property(tools, args) {
  if (!isInFrame()) {
    return;
  }
  const abort = args[0] === "read" ? scriptlet_abort_on_property_read : scriptlet_abort_on_property_write;
  for (let i = 1; i < args.length; i += 1) {
    abort(tools, { __proto__: null, 0: args[i], length: 1 });
  }
}

/** Returns whether the window is a frame that its page can use. */
function isInFrame() {
  try {
    return window.frameElement !== null;
  } catch {
    return false;
  }
}
