// needs: dom.js

/**
 * Returns the URL and type of an element's request; null if the element loads nothing.
 * @param {EventTarget} target
 * @returns {[string, string] | null}
 */
function requestOf(target) {
  if (target instanceof HTMLScriptElement) return [addressOf(target, "src"), "script"];
  if (target instanceof HTMLImageElement) return [addressOf(target, "currentSrc"), "image"];
  if (target instanceof HTMLInputElement) return [addressOf(target, "src"), "image"];
  if (target instanceof SVGImageElement) return [addressOf(target, "href").baseVal, "image"];
  if (target instanceof HTMLMediaElement) return [addressOf(target, "currentSrc"), "media"];
  if (target instanceof HTMLSourceElement || target instanceof HTMLTrackElement) return [addressOf(target, "src"), "media"];
  if (target instanceof HTMLLinkElement) return [addressOf(target, "href"), typeOfLink(target)];
  return null;
}

/**
 * Returns the value of a property through the browser's own getter, which the page cannot have replaced.
 * @param {Element} element @param {string} name
 */
function addressOf(element, name) {
  for (let owner = Object.getPrototypeOf(element); owner !== null; owner = Object.getPrototypeOf(owner)) {
    const found = Object.getOwnPropertyDescriptor(owner, name);
    if (found?.get !== undefined) return uncurried(found.get)(element);
  }
  return "";
}

/** @param {HTMLLinkElement} link */
function typeOfLink(link) {
  if (addressOf(link, "relList").contains("stylesheet")) return "stylesheet";
  switch (addressOf(link, "as")) {
    case "script": return "script";
    case "style": return "stylesheet";
    case "image": return "image";
    case "font": return "font";
    default: return "other";
  }
}
