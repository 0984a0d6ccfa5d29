// needs: dom.js operands.js
/**
 * Whether a rule of the page's style sheets with such declarations is for the element, or for a part of it such as `::before`.
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
      // One of a nested rule, which says nothing alone.
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
    // Those that have neither an element nor an address are made by scripts, ours too.
    if (sheet.ownerNode === null && sheet.href === null) continue;
    try {
      visit(sheet.cssRules);
    } catch {
      // One of another site.
    }
  }
  return found;
}

/**
 * `name: value;` for each, in the order of their names.
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

/** A selector without pseudo-elements: that of the elements which they are of. @param {string} selector */
function selectorOfElements(selector) {
  const plain = selector.replace(/::[-\w]+(\([^()]*\))?/g, "");
  return plain.replace(/(^|,)(\s*)(?=,|$)/g, "$1*").replace(/([>+~])\s*(?=,|$)/g, "$1 *");
}
