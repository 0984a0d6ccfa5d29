// needs: events.js

/** @type {CSSStyleSheet | null} */
let sheet = null;
/** The rules of it, as they were given. */
let rulesOfSheet = [];
/** What the sheet says when nobody has changed it; made when it is first asked for. */
let textOfSheet = "";
/** Sheets that pages have changed. */
const formerSheets = new WeakSet();

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
      sheet.insertRule(rule, rulesOfSheet.length);
      rulesOfSheet.push(rule);
    } catch {
      // Not for this WebKit.
    }
  }
  textOfSheet = "";
}

/** Whether the sheet is as it was made: pages reach it in their documents, and can switch it off and change its rules. */
function isSheetWhole() {
  if (sheet.disabled || sheet.media.length > 0) return false;
  const text = Array.from(sheet.cssRules, (rule) => rule.cssText).join("\n");
  if (textOfSheet === "") textOfSheet = text;
  return text === textOfSheet;
}

/** Puts a new sheet in the place of one that a page has changed. */
function renewSheet() {
  formerSheets.add(sheet);
  const rules = rulesOfSheet;
  [sheet, rulesOfSheet] = [null, []];
  addRules(rules);
}

/**
 * Sees to it that a document or a shadow root has the rules: pages can take them out of theirs.
 * @param {Document | ShadowRoot} root
 * @param {object} prototype of it, since a page can put an element in the place of a document's property
 */
function adoptSheet(root, prototype) {
  if (sheet === null) return;
  if (!isSheetWhole()) renewSheet();
  const { get, set } = Object.getOwnPropertyDescriptor(prototype, "adoptedStyleSheets");
  const sheets = [...uncurried(get)(root)];
  if (sheets.includes(sheet)) return;
  uncurried(set)(root, [...sheets.filter((other) => !formerSheets.has(other)), sheet]);
}
