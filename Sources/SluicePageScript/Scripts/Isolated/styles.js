// needs: events.js hand-over.js

/**
 * The layer of all rules. Its important declarations override those outside of any layer, whatever their
 * selectors. Its other declarations are overridden.
 */
const layerOfStyles = { __proto__: null, name: "" };
/**
 * The name of the events that tell the page's world about sheets, which it hides from the page; "" if the
 * page's world has no script.
 */
const toldSheets = { __proto__: null, name: "" };

/** Announces that this script's sheet is the first one that the document or the shadow root has adopted. */
function tellSheet(root) {
  if (toldSheets.name === "") return;
  dispatch(root, new CustomEvent(handOverEvents(toldSheets.name).sheet, { bubbles: true, composed: true }));
}

/**
 * @typedef {object} Styles the rules of filters for one document, in a sheet that the page cannot disable
 * @property {(rules: string[]) => void} add adds rules one by one, so that a rule that WebKit rejects does
 *   not affect the next one
 * @property {() => boolean} isEmpty
 * @property {() => void} hide tells that the page's world hides the sheet from the page
 * @property {(root: Document | ShadowRoot, prototype: object) => void} adopt ensures that the document or a
 *   shadow root has the rules, because pages can remove them. It gets the root's prototype, because a page
 *   can put an element in place of a document's property
 */

/**
 * @param {Window} view
 * @returns {Styles}
 */
function stylesOf(view) {
  /** @type {CSSStyleSheet | null} */
  let sheet = null;
  /** The rules of the sheet, as they were given. */
  let rules = [];
  /** The text of the sheet if nobody has changed it; "" if unknown. */
  let text = "";
  /** Whether a page may have changed the sheet, because a document has adopted it. */
  let isAdopted = false;
  let isHidden = false;
  /** @type {WeakSet<CSSStyleSheet> | null} the sheets that pages have changed */
  let former = null;

  const add = (more) => {
    if (more.length === 0) return;
    sheet ??= new view.CSSStyleSheet();
    // A page must not be able to name the layer.
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
      // This WebKit does not support the rule.
      return false;
    }
  };
  const textOf = ({ cssRules }) => Array.from(cssRules, (rule) => rule.cssText).join("\n");
  /** Replaces the sheet with a new one. */
  const renew = () => {
    const given = rules;
    [sheet, rules] = [null, []];
    add(given);
  };
  /**
   * Returns whether the sheet is unchanged. Pages can access it through their documents, disable it and
   * change its rules.
   */
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
    // A page can only change the sheet if no script in its world hides it.
    if (isAdopted && !isHidden && !isWhole()) {
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
  return { add, isEmpty: () => sheet === null, hide: () => { isHidden = true; }, adopt };
}
