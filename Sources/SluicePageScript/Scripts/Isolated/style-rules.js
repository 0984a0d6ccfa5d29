// needs: dom.js operands.js
/**
 * Returns whether a rule with these declarations in the page's style sheets applies to the element, or to a
 * part of it such as `::before`.
 * @param {Operand} operand
 * @param {Element} element
 */
function isOfStyleRule(operand, element) {
  let selectors = round.sets.get(operand);
  if (selectors === undefined) {
    selectors = selectorsOfStyleRules(operand);
    round.sets.set(operand, selectors);
  }
  return selectors.some((selector) => {
    try {
      return matches(element, selector);
    } catch {
      // The selector belongs to a nested rule and has no meaning on its own.
      return false;
    }
  });
}

/** @param {Operand} operand */
function selectorsOfStyleRules(operand) {
  const found = [];
  const visit = (rules) => {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule && isFound(operand, declarationsOf(rule.style))) {
        found.push(selectorOfElements(rule.selectorText));
      }
      if (rule.cssRules !== undefined && (!(rule instanceof CSSMediaRule) || matchMedia(rule.media.mediaText).matches)) {
        visit(rule.cssRules);
      }
    }
  };
  for (const sheet of getterOf(Document.prototype, "styleSheets")(document)) {
    // Sheets with neither an element nor an address are created by scripts, including this one.
    if (sheet.ownerNode === null && sheet.href === null) continue;
    try {
      visit(sheet.cssRules);
    } catch {
      // The sheet is from another site.
    }
  }
  return found;
}

/**
 * Returns `name: value;` for each declaration, sorted by name.
 * @param {CSSStyleDeclaration} style
 */
function declarationsOf(style) {
  const texts = [];
  for (let index = 0; index < style.length; index += 1) {
    const name = style.item(index);
    const priority = style.getPropertyPriority(name);
    texts.push(name + ": " + style.getPropertyValue(name) + (priority === "" ? "" : " !" + priority) + ";");
  }
  return texts.sort().join(" ");
}

/**
 * Returns a selector without pseudo-elements, for the elements that they belong to.
 * @param {string} selector
 */
function selectorOfElements(selector) {
  const plain = selector.replace(/::[-\w]+(\([^()]*\))?/g, "");
  return plain.replace(/(^|,)(\s*)(?=,|$)/g, "$1*").replace(/([>+~])\s*(?=,|$)/g, "$1 *");
}
