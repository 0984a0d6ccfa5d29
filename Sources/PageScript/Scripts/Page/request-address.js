// needs: natives.js
/** Captures what tells the address of a request. */
function captureAddresses() {
  native.AddressOfText = URL;
  native.requestURL = native.getter(Request.prototype, "url");
  native.hrefOfURL = native.getter(URL.prototype, "href");
  native.baseURL = native.getter(Node.prototype, "baseURI");
}

/**
 * The address of a text, a URL or a request; null for other objects, which the browser alone may ask for theirs.
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
    // No request.
  }
  try {
    return native.hrefOfURL(input);
  } catch {
    return null;
  }
}
