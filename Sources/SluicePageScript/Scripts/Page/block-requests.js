// needs: natives.js masks.js state.js tracker-rules.js request-address.js
/**
 * The requests to block that no WebKit rule blocks, by kind of request. The rules have "block" as their
 * `run`.
 * @typedef {{xmlhttprequest?: TrackerRule[], beacon?: TrackerRule[]}} BlockedRequestData
 */

/**
 * An address that causes no network request and fails with the same events and errors as a blocked request.
 * Only a CSP without `blob:` for connections can tell them apart.
 */
const deadAddress = "blob:null/0";

/**
 * Prevents the page's scripts from making requests that filters block. They go to an address that cannot
 * be answered, so that they fail like every blocked request.
 * @param {BlockedRequestData} data
 */
function blockRequests(data) {
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
      // The address is invalid, and the browser reports it.
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
          // WebKit returns the same for a beacon that a rule blocks.
          return false;
        }
        return native.apply(original, this, arguments);
      },
    }.sendBeacon));
  }
}
