// needs: events.js hand-over.js

/** The layer of all rules: important ones in a layer are stronger than those outside of any, whatever their selectors, and others weaker. */
const layerOfStyles = { __proto__: null, name: "" };
/** The name of the events with which the page's world is told of sheets, which it hides from the page; "" where it is not there. */
const toldSheets = { __proto__: null, name: "" };

/** Says that a sheet of ours stands first among those that the document or the shadow root has adopted. */
function tellSheet(root) {
  if (toldSheets.name === "") return;
  dispatch(root, new CustomEvent(handOverEvents(toldSheets.name).sheet, { bubbles: true, composed: true }));
}

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
    // A page must not be able to name it.
    layerOfStyles.name ||= "s" + Math.random().toString(36).slice(2);
    for (const rule of more) {
      if (insert(`@layer ${layerOfStyles.name} { ${rule} }`) || insert(rule)) rules.push(rule);
    }
    text = "";
  };
  const insert = (text) => {
    try {
      sheet.insertRule(text, rules.length);
      return true;
    } catch {
      // Not for this WebKit.
      return false;
    }
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
    uncurried(set)(root, [sheet, ...others]);
    tellSheet(root);
  };
  return { add, isEmpty: () => sheet === null, adopt };
}
