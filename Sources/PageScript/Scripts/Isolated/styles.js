// needs: dom.js

/** @type {CSSStyleSheet | null} */
let sheet = null;

/**
 * Adds rules, each apart: one that WebKit does not take is no fault of the next.
 * @param {string[]} rules
 */
function addRules(rules) {
  if (rules.length === 0) return;
  sheet ??= new CSSStyleSheet();
  for (const rule of rules) {
    try {
      sheet.insertRule(rule, sheet.cssRules.length);
    } catch {
      // Not for this WebKit.
    }
  }
}

/**
 * Sees to it that a document or a shadow root has the rules: pages can take them out of theirs.
 * @param {Document | ShadowRoot} root
 */
function adoptSheet(root) {
  if (sheet === null) return;
  const isDocument = nodeType(root) === 9;
  const sheets = [...(isDocument ? adoptedByDocument(root) : adoptedByRoot(root))];
  if (sheets.includes(sheet)) return;
  sheets.push(sheet);
  if (isDocument) adoptInDocument(root, sheets);
  else adoptInRoot(root, sheets);
}
