// needs: natives.js masks.js state.js tracker-rules.js request-address.js
/**
 * Requests that are to be blocked and that no rule of WebKit's blocks, by the kind of request: rules whose `run` is "block".
 * @typedef {{xmlhttprequest?: TrackerRule[], beacon?: TrackerRule[]}} GapData
 */

/**
 * An address that is asked of no network and fails with the same events and errors as one that a rule blocks. Only a CSP that
 * has no `blob:` for connections can tell them apart.
 */
const deadAddress = "blob:null/0";

/**
 * Keeps the page's scripts from making requests that are to be blocked. Such a request goes to an address that nothing can
 * answer instead, so that it fails as every blocked request does.
 * @param {GapData} data
 */
function fillGaps(data) {
  const requests = readTrackerRules(data.xmlhttprequest ?? []);
  const beacons = readTrackerRules(data.beacon ?? []);
  if (requests.length === 0 && beacons.length === 0) {
    return;
  }
  captureAddresses();
  const isBlocked = (rules, given) => {
    try {
      const address = addressOfRequest(given);
      if (address === null) {
        return false;
      }
      const url = native.hrefOfURL(new native.AddressOfText(address, native.baseURL(document)));
      return whatRunsFor(rules, url) !== "";
    } catch {
      // No address: the browser says so.
      return false;
    }
  };
  if (requests.length > 0) {
    replaceMethod(window, "fetch", (original) => ({
      fetch(input) {
        if (isBlocked(requests, input)) {
          return native.apply(original, this, [deadAddress]);
        }
        return native.apply(original, this, arguments);
      },
    }.fetch));
    replaceMethod(XMLHttpRequest.prototype, "open", (original) => ({
      open(method, url) {
        if (arguments.length > 1 && isBlocked(requests, url)) {
          arguments[1] = deadAddress;
        }
        return native.apply(original, this, arguments);
      },
    }.open));
  }
  if (beacons.length > 0) {
    replaceMethod(Navigator.prototype, "sendBeacon", (original) => ({
      sendBeacon(url) {
        if (isBlocked(beacons, url)) {
          // What WebKit says of one that a rule blocks.
          return false;
        }
        return native.apply(original, this, arguments);
      },
    }.sendBeacon));
  }
}
