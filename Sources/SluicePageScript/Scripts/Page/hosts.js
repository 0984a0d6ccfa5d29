// needs: natives.js natives-language.js
/** Returns the host of the top page, as far as a frame knows it. */
function pageHost() {
  const above = window.location.ancestorOrigins;
  const url = above !== undefined && above.length > 0 ? above[above.length - 1] : native.documentURL(document);
  return hostOf(url);
}

/** Returns the host of a web address; "" for other addresses. @param {string} url */
function hostOf(url) {
  const start = native.indexOf(url, "://");
  if (start === -1 || !native.startsWith(url, "http")) {
    return "";
  }
  let end = start + 3;
  while (end < url.length && url[end] !== "/" && url[end] !== "?" && url[end] !== "#") {
    end += 1;
  }
  let host = native.slice(url, start + 3, end);
  const at = native.lastIndexOf(host, "@");
  host = native.slice(host, at + 1);
  const port = native.lastIndexOf(host, ":");
  return port === -1 || native.endsWith(host, "]") ? host : native.slice(host, 0, port);
}

/**
 * Returns whether a host is in a list or a subdomain of a listed host.
 * @param {string} host
 * @param {string[]} hosts
 */
function isBelowAny(host, hosts) {
  for (let i = 0; i < hosts.length; i += 1) {
    if (host === hosts[i] || native.endsWith(host, "." + hosts[i])) {
      return true;
    }
  }
  return false;
}
