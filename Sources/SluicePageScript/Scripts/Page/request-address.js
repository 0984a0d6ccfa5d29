// needs: natives.js
/** Captures the functions that read the address of a request. */
function captureAddresses() {
  native.AddressOfText = URL;
  native.requestURL = native.getter(Request.prototype, "url");
  native.hrefOfURL = native.getter(URL.prototype, "href");
  native.baseURL = native.getter(Node.prototype, "baseURI");
}

/**
 * Returns the address of a text, a URL or a request; null for other objects, because only the browser may
 * convert them.
 * @param {any} input
 */
function addressOfRequest(input) {
  if (typeof input === "string") {
    return input;
  }
  if (typeof input !== "object" || input === null) {
    return null;
  }
  try {
    return native.requestURL(input);
  } catch {
    // The object is not a Request.
  }
  try {
    return native.hrefOfURL(input);
  } catch {
    return null;
  }
}
