// needs: natives.js natives-document.js natives-language.js masks.js state.js foreign-errors.js hand-over.js request-address.js
/**
 * Tells the isolated world about failed requests of the page's scripts: `fetch`, `XMLHttpRequest` and
 * `sendBeacon`. Other worlds cannot see them.
 */
function tellFailedRequests() {
  native.CustomEvent = CustomEvent;
  native.then = native.free(Promise.prototype.then);
  captureAddresses();
  const name = handOverEvents(pageState.name).failed;
  const tell = (type, address) => {
    try {
      // The array is written by hand, because a page could change how arrays are converted to JSON.
      const detail = '["' + type + '",' + native.stringify(address) + "]";
      native.dispatch(document, new native.CustomEvent(name, { __proto__: null, detail }));
    } catch {
      // An error must not affect the page.
    }
  };
  watchFetch((address) => tell("xmlhttprequest", address));
  watchXHR((address) => tell("xmlhttprequest", address));
  replaceMethod(Navigator.prototype, "sendBeacon", (original) => ({
    sendBeacon(url) {
      const address = addressOfRequest(url);
      if (address === null) {
        return native.apply(original, this, arguments);
      }
      let isSent;
      try {
        isSent = native.apply(original, this, arguments);
      } catch (error) {
        throw foreignError(error);
      }
      if (isSent === false) {
        tell("beacon", address);
      }
      return isSent;
    },
  }.sendBeacon));
}

/** @param {function(string): void} tell */
function watchFetch(tell) {
  replaceMethod(window, "fetch", (original) => ({
    fetch(input) {
      const address = addressOfRequest(input);
      if (address === null) {
        return native.apply(original, this, arguments);
      }
      const pending = native.apply(original, this, arguments);
      // `then` reads the constructor of the promise, which a page can have replaced.
      native.define(pending, "constructor", { __proto__: null, value: undefined });
      return native.then(pending, undefined, (reason) => {
        tell(address);
        throw foreignError(reason);
      });
    },
  }.fetch));
}

/** @param {function(string): void} tell */
function watchXHR(tell) {
  const addresses = new native.WeakMap();
  const tellOf = (event) => {
    const address = native.weakGet(addresses, native.eventTarget(event));
    if (typeof address === "string") {
      tell(address);
    }
  };
  replaceMethod(XMLHttpRequest.prototype, "open", (original) => ({
    open(method, url) {
      if (arguments.length > 1 && typeof this === "object" && this !== null) {
        if (native.weakGet(addresses, this) === undefined) {
          try {
            native.listen(this, "error", tellOf);
          } catch {
            // The object is not an XMLHttpRequest.
          }
        }
        native.weakSet(addresses, this, addressOfRequest(url));
      }
      return native.apply(original, this, arguments);
    },
  }.open));
}
