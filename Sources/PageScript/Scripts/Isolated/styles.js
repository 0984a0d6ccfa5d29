// needs: events.js

/** @type {CSSStyleSheet | null} */
let sheet = null;
let countOfRules = 0;

const hasRules = () => sheet !== null;

/**
 * Adds rules, each apart: one that WebKit does not take is no fault of the next.
 * @param {string[]} rules
 */
function addRules(rules) {
  if (rules.length === 0) return;
  sheet ??= new CSSStyleSheet();
  for (const rule of rules) {
    try {
      sheet.insertRule(rule, countOfRules);
      countOfRules += 1;
    } catch {
      // Not for this WebKit.
    }
  }
}

/**
 * Sees to it that a document or a shadow root has the rules: pages can take them out of theirs.
 * @param {Document | ShadowRoot} root
 * @param {object} prototype of it, since a page can put an element in the place of a document's property
 */
function adoptSheet(root, prototype) {
  if (sheet === null) return;
  const { get, set } = Object.getOwnPropertyDescriptor(prototype, "adoptedStyleSheets");
  const sheets = [...uncurried(get)(root)];
  if (sheets.includes(sheet)) return;
  sheets.push(sheet);
  uncurried(set)(root, sheets);
}
