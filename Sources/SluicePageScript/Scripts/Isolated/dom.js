// needs: events.js

// The DOM functions that the runtime calls, captured from the prototypes. A page can put elements in place of
// the methods of a document or a form (`<img name=querySelectorAll>`), which is visible in every world.
// Most pages have no filter, and capturing takes longer than finding that out. So the functions are captured
// only if there is a filter.

/**
 * @param {object} prototype
 * @param {string} name
 */
const getterOf = (prototype, name) => uncurried(Object.getOwnPropertyDescriptor(prototype, name).get);

/**
 * @param {object} prototype
 * @param {string} name
 */
const setterOf = (prototype, name) => uncurried(Object.getOwnPropertyDescriptor(prototype, name).set);

let nodeType, nodeName, parentNode, parentElement, rootNode, contains, textOf, setText, matches, closest, remove,
  hasAttribute, attribute, attributeNames, setAttribute, removeAttribute, shadowRootOf, previousElement, childrenOf,
  classesOf, templateContent, evaluateXPath, queryDocument, queryElement, queryFragment;

/** Captures all of these functions. */
function takeDOM() {
  nodeType = getterOf(Node.prototype, "nodeType");
  nodeName = getterOf(Node.prototype, "nodeName");
  parentNode = getterOf(Node.prototype, "parentNode");
  parentElement = getterOf(Node.prototype, "parentElement");
  rootNode = uncurried(Node.prototype.getRootNode);
  contains = uncurried(Node.prototype.contains);
  textOf = getterOf(Node.prototype, "textContent");
  setText = setterOf(Node.prototype, "textContent");
  matches = uncurried(Element.prototype.matches);
  closest = uncurried(Element.prototype.closest);
  remove = uncurried(Element.prototype.remove);
  hasAttribute = uncurried(Element.prototype.hasAttribute);
  attribute = uncurried(Element.prototype.getAttribute);
  attributeNames = uncurried(Element.prototype.getAttributeNames);
  setAttribute = uncurried(Element.prototype.setAttribute);
  removeAttribute = uncurried(Element.prototype.removeAttribute);
  shadowRootOf = getterOf(Element.prototype, "shadowRoot");
  previousElement = getterOf(Element.prototype, "previousElementSibling");
  childrenOf = getterOf(Element.prototype, "children");
  classesOf = getterOf(Element.prototype, "classList");
  templateContent = getterOf(HTMLTemplateElement.prototype, "content");
  evaluateXPath = uncurried(Document.prototype.evaluate);
  queryDocument = uncurried(Document.prototype.querySelectorAll);
  queryElement = uncurried(Element.prototype.querySelectorAll);
  queryFragment = uncurried(DocumentFragment.prototype.querySelectorAll);
}

/**
 * Returns the elements below a node that match a selector.
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
 * Returns the elements that a selector leads to from an element. The selector begins with a combinator or is
 * the rest of a compound selector.
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
  // Children of a document or a shadow root have no parent element.
  return queryAll(parent, `:nth-child(${place})${css}`).filter((found) => {
    let top = found;
    while (parentElement(top) !== null) top = parentElement(top);
    return parentNode(top) === parent && (css[0] === "+" || css[0] === "~" || found === element || contains(element, found));
  });
}
