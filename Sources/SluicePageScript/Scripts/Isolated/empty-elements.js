// needs: selectors.js

// DuckDuckGo's `hide-empty` and `closest-empty`: elements whose only content is a label of advertising.
moreTests.empty = (step, element) => isEmptyElement(element, step);
moreSteps["closest-empty"] = (step, element) => {
  let found = null;
  for (let above = element; above !== null && isEmptyElement(above, step); above = parentElement(above)) found = above;
  return found;
};

/** The width and height in pixels up to which an image is not content. */
const largestPixelImage = 20;

/**
 * Returns whether an element of the page has no content. Frames are left alone, as in DuckDuckGo's apps.
 * @param {Element} element
 * @param {Step} step the pattern of a text that does not count, and the selector of content
 */
function isEmptyElement(element, [, label, content]) {
  if (window !== window.top || nodeType(element) !== 1 || /^(?:html|body)$/i.test(nodeName(element))) return false;
  if (matches(element, content) || queryAll(element, content).length > 0) return false;
  if (!isFound([label, ""], shownTextOf(element).replace(/\s+/g, "").toLowerCase())) return false;
  const has = (selector, isContent) => [element, ...queryAll(element, selector)].some((inner) => matches(inner, selector) && isContent(inner));
  return !has("iframe", (frame) => !hasAttribute(frame, "hidden") && attribute(frame, "src") !== "about:blank")
    && !has("img, svg", isContentImage);
}

/**
 * Returns the text of an element without that of scripts, styles and the like.
 * @param {Element} element
 */
function shownTextOf(element) {
  const unseen = "base, link, meta, script, style, template, title, desc, noscript";
  let text = textOf(element);
  if (text.trim() === "") return "";
  // A longer text is content in any case.
  if (text.length > 10000) return text;
  for (const inner of queryAll(element, unseen)) text = text.replace(textOf(inner), "");
  return text;
}

/**
 * Returns whether an image is larger than those that count requests. A hidden image has no size of its own.
 * @param {Element} image
 */
function isContentImage(image) {
  const { width, height } = image.getBoundingClientRect();
  const isHidden = width === 0 && height === 0;
  const style = getComputedStyle(image);
  const sizes = isHidden
    ? ["width", "height"].map((name) => parseFloat(attribute(image, name) ?? "") || parseFloat(style.getPropertyValue(name)))
    : [width, height];
  // An image that says nothing about its size counts by that of its file, and one of other kinds is content.
  if (sizes.every(Number.isNaN)) sizes.push(image.naturalWidth ?? Infinity, image.naturalHeight ?? Infinity);
  return sizes.some((size) => size > largestPixelImage);
}
