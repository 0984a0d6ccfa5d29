// needs: failed-elements.js

/**
 * Hides images and frames whose requests failed the way a rule list's blocked requests do, so that they leave no
 * holes. An element that loads something later is shown again.
 *
 * Nothing tells a page that a frame is blocked. When the page has loaded, this frame still has its first, empty
 * document. Frames that are added later are left alone: they may only be slow.
 * @returns {() => void} the function to call after `document.open()` has removed the listeners
 */
function startCollapsing() {
  const queryDocument = uncurried(Document.prototype.querySelectorAll);
  /** @type {WeakMap<Element, [string, string]>} the former `display` of hidden elements, and its priority */
  const former = new WeakMap();
  const collapse = (element) => {
    if (former.has(element)) return;
    const { style } = element;
    former.set(element, [style.getPropertyValue("display"), style.getPropertyPriority("display")]);
    style.setProperty("display", "none", "important");
  };
  const isOfWeb = (address) => /^https?:/.test(address);
  const takeFailure = ({ isTrusted, target }) => {
    if (!isTrusted || !(target instanceof HTMLImageElement)) return;
    const [address] = requestOf(target);
    // The page may load another image at once.
    setTimeout(() => {
      const isSame = requestOf(target)[0] === address;
      if (isSame && isOfWeb(address) && performance.getEntriesByName(address).length === 0) collapse(target);
    }, 0);
  };
  const isEmptyFrame = (frame) => {
    const { contentDocument } = frame;
    return isOfWeb(addressOf(frame, "src")) && addressOf(frame, "loading") !== "lazy" && addressOf(frame, "srcdoc") === ""
      && contentDocument !== null && contentDocument.URL === "about:blank" && (contentDocument.body?.firstChild ?? null) === null;
  };
  const takeFrames = () => setTimeout(() => [...queryDocument(document, "iframe")].filter(isEmptyFrame).forEach(collapse), 0);
  const takeSuccess = ({ isTrusted, target }) => {
    const display = isTrusted ? former.get(target) : undefined;
    if (display === undefined) return;
    former.delete(target);
    target.style.setProperty("display", ...display);
  };
  const listen = () => {
    addListener(window, "error", takeFailure, true);
    addListener(window, "load", takeFrames);
    addListener(document, "load", takeSuccess, true);
  };
  listen();
  return listen;
}
