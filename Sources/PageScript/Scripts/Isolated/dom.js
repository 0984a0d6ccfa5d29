// needs: events.js

// What the runtime calls of the DOM, taken from the prototypes: a page can put elements in the place of a document's or
// a form's own methods (`<img name=querySelectorAll>`), which is seen in every world.
// Most pages have no filter, and taking them takes longer than finding that out: they are taken where there is one.

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

/** Takes all of these. */
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
