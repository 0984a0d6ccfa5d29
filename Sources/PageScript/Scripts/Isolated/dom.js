// What the runtime calls of the DOM, taken from the prototypes: a page can put elements in the place of a document's or
// a form's own methods (`<img name=querySelectorAll>`), which is seen in every world.

/** @param {Function} method */
const uncurried = (method) => Function.prototype.call.bind(method);

/**
 * @param {object} prototype
 * @param {string} name
 */
const getter = (prototype, name) => uncurried(Object.getOwnPropertyDescriptor(prototype, name).get);

const nodeType = getter(Node.prototype, "nodeType");
const nodeName = getter(Node.prototype, "nodeName");
const parentNode = getter(Node.prototype, "parentNode");
const parentElement = getter(Node.prototype, "parentElement");
const rootNode = uncurried(Node.prototype.getRootNode);
const contains = uncurried(Node.prototype.contains);
const textOf = getter(Node.prototype, "textContent");
const setText = uncurried(Object.getOwnPropertyDescriptor(Node.prototype, "textContent").set);
const matches = uncurried(Element.prototype.matches);
const closest = uncurried(Element.prototype.closest);
const remove = uncurried(Element.prototype.remove);
const hasAttribute = uncurried(Element.prototype.hasAttribute);
const attribute = uncurried(Element.prototype.getAttribute);
const attributeNames = uncurried(Element.prototype.getAttributeNames);
const setAttribute = uncurried(Element.prototype.setAttribute);
const removeAttribute = uncurried(Element.prototype.removeAttribute);
const shadowRootOf = getter(Element.prototype, "shadowRoot");
const previousElement = getter(Element.prototype, "previousElementSibling");
const childrenOf = getter(Element.prototype, "children");
const classesOf = getter(Element.prototype, "classList");
const templateContent = getter(HTMLTemplateElement.prototype, "content");
const evaluateXPath = uncurried(Document.prototype.evaluate);
const addListener = uncurried(EventTarget.prototype.addEventListener);
const removeListener = uncurried(EventTarget.prototype.removeEventListener);
const dispatch = uncurried(EventTarget.prototype.dispatchEvent);
const readyState = getter(Document.prototype, "readyState");

const queryDocument = uncurried(Document.prototype.querySelectorAll);
const queryElement = uncurried(Element.prototype.querySelectorAll);
const queryFragment = uncurried(DocumentFragment.prototype.querySelectorAll);

/**
 * The elements of a selector below a node.
 * @param {Node} root
 * @param {string} css
 * @returns {Element[]}
 */
function queryAll(root, css) {
  switch (nodeType(root)) {
    case 1: return [...queryElement(root, css)];
    case 9: return [...queryDocument(root, css)];
    case 11: return [...queryFragment(root, css)];
    default: return [];
  }
}

/**
 * The elements that a selector with a combinator, or the rest of a compound selector, leads to from an element.
 * @param {Element} element
 * @param {string} css
 * @returns {Element[]}
 */
function queryFrom(element, css) {
  if (nodeType(element) !== 1) return queryAll(element, css.trimStart());
  if (css[0] === " " || css[0] === ">") return queryAll(element, ":scope " + css);
  const parent = parentNode(element);
  if (parent === null) return [];
  let place = 1;
  for (let other = previousElement(element); other !== null; other = previousElement(other)) place += 1;
  if (nodeType(parent) === 1) return queryAll(parent, `:scope > :nth-child(${place})${css}`);
  // Children of a document or a shadow root have no element above them.
  return queryAll(parent, `:nth-child(${place})${css}`).filter((found) => {
    let top = found;
    while (parentElement(top) !== null) top = parentElement(top);
    return parentNode(top) === parent && (css[0] === "+" || css[0] === "~" || found === element || contains(element, found));
  });
}
