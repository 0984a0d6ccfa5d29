// needs: hand-over.js failed-elements.js

/**
 * The maximum number of requests that a document reports, and the maximum length of a URL, so that no page
 * can fill the host app's memory.
 */
const mostReported = 500, longestReported = 2000;

/**
 * Reports the requests that failed the way a rule list's blocked requests do: without an entry in the page's
 * resource timings, which even a missing file has, and without a violation of the page's own policy. The host
 * app knows its lists and decides.
 * @param {string} name the name of the events; "" if the page's world has no script
 * @returns {() => void} the function to call after `document.open()` has removed the listeners
 */
function startReports(name) {
  const handler = globalThis.webkit?.messageHandlers?.sluiceReports;
  const place = placeOfPage();
  if (typeof handler?.postMessage !== "function" || place === null) return () => {};
  const baseOf = getterOf(Node.prototype, "baseURI");
  const absolute = (address) => {
    try {
      const url = new URL(address, baseOf(document));
      // Reports must not contain passwords.
      url.username = url.password = url.hash = "";
      return url.href;
    } catch {
      return "";
    }
  };
  // The scripts of several lists run in this world. A request counts once, whichever of them sees it first.
  const known = globalThis.sluiceReported ??= new Set();
  const refused = new Set();
  let waiting = [];
  let timer = 0;
  const send = () => {
    clearTimeout(timer);
    timer = 0;
    const loaded = new Set(performance.getEntriesByType("resource").map((entry) => absolute(entry.name)));
    const requests = waiting.filter(({ url }) => !refused.has(url) && !loaded.has(url));
    waiting = [];
    if (requests.length > 0) handler.postMessage(JSON.stringify({ ...place, requests }));
  };
  const take = (address, type) => {
    const url = absolute(address);
    const key = type + " " + url;
    if (!/^(?:https?|wss?):/.test(url) || url.length > longestReported || known.size === mostReported || known.has(key)) return;
    known.add(key);
    waiting.push({ url, type });
    // The evidence that distinguishes a blocked request from other failures may arrive after the failure.
    if (timer === 0) timer = setTimeout(send, 1000);
  };
  const takeElement = (event) => {
    if (!event.isTrusted) return;
    const request = requestOf(event.target);
    if (request !== null) take(...request);
  };
  const refuse = (event) => {
    if (event.isTrusted && event.disposition === "enforce" && refused.size < mostReported) refused.add(absolute(event.blockedURI));
  };
  const takeCall = (event) => {
    // The page may have sent the event, so its contents are checked.
    let call = null;
    try {
      call = JSON.parse(event.detail);
    } catch {}
    if (Array.isArray(call) && typeof call[1] === "string" && (call[0] === "xmlhttprequest" || call[0] === "beacon")) take(call[1], call[0]);
  };
  const listen = () => {
    addListener(window, "error", takeElement, true);
    addListener(window, "securitypolicyviolation", refuse, true);
    addListener(window, "pagehide", send);
    if (name !== "") addListener(document, handOverEvents(name).failed, takeCall);
  };
  listen();
  return listen;
}

/**
 * Returns a URL in the form that each report contains: of a long URL, only the site.
 * @param {string} url
 */
const shortened = (url) => url.length > longestReported ? new URL("/", url).href : url;

/**
 * Returns the page in the window, as far as a frame knows it, and the frame's document; null if the page is
 * not on the web.
 * @returns {{page: string, frame: string | null} | null}
 */
function placeOfPage() {
  const origins = location.ancestorOrigins ?? [];
  const page = origins.length > 0 ? origins[origins.length - 1] + "/" : shortened(location.href);
  if (!/^https?:/.test(page)) return null;
  if (origins.length === 0) return { page, frame: null };
  return { page, frame: /^https?:/.test(location.href) ? shortened(location.href) : "about:blank" };
}
