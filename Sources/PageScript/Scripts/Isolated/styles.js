// needs: events.js

/**
 * @typedef {object} Styles the rules that filters have for one document, in a sheet that its page cannot keep from acting
 * @property {(rules: string[]) => void} add adds rules, each apart: one that WebKit does not take is no fault of the next
 * @property {() => boolean} isEmpty
 * @property {(root: Document | ShadowRoot, prototype: object) => void} adopt sees to it that the document or a shadow root has the rules:
 *   pages can take them out of theirs. It is given the root's prototype, since a page can put an element in the place of a document's property
 */

/**
 * @param {Window} view
 * @returns {Styles}
 */
function stylesOf(view) {
  /** @type {CSSStyleSheet | null} */
  let sheet = null;
  /** The rules of it, as they were given. */
  let rules = [];
  /** What the sheet says when nobody has changed it; "" where that is not known. */
  let text = "";
  /** Whether a page may have changed the sheet: it has it in a document. */
  let isAdopted = false;
  /** @type {WeakSet<CSSStyleSheet> | null} sheets that pages have changed */
  let former = null;

  const add = (more) => {
    if (more.length === 0) return;
    sheet ??= new view.CSSStyleSheet();
    for (const rule of more) {
      try {
        sheet.insertRule(rule, rules.length);
        rules.push(rule);
      } catch {
        // Not for this WebKit.
      }
    }
    text = "";
  };
  const textOf = ({ cssRules }) => Array.from(cssRules, (rule) => rule.cssText).join("\n");
  /** Puts a new sheet in the place of the one that there is. */
  const renew = () => {
    const given = rules;
    [sheet, rules] = [null, []];
    add(given);
  };
  /** Whether the sheet is as it was made: pages reach it in their documents, and can switch it off and change its rules. */
  const isWhole = () => {
    if (sheet.disabled || sheet.media.length > 0) return false;
    if (text === "") {
      const adopted = sheet;
      renew();
      text = textOf(sheet);
      sheet = adopted;
    }
    return textOf(sheet) === text;
  };
  const adopt = (root, prototype) => {
    if (sheet === null) return;
    if (isAdopted && !isWhole()) {
      former ??= new WeakSet();
      former.add(sheet);
      renew();
    }
    isAdopted = true;
    const { get, set } = Object.getOwnPropertyDescriptor(prototype, "adoptedStyleSheets");
    const sheets = [...uncurried(get)(root)];
    if (sheets.includes(sheet)) return;
    const others = former === null ? sheets : sheets.filter((other) => former?.has(other) !== true);
    uncurried(set)(root, [...others, sheet]);
  };
  return { add, isEmpty: () => sheet === null, adopt };
}
