// needs: dom.js operands.js style-rules.js

/** @typedef {[string, ...any[]]} Step a step from one set of nodes to another, which begins with its name */

/** The state of one pass over all filters. */
const round = { sets: new Map(), name: "", token: "" };

/**
 * Returns the elements below a root that any of the chains selects.
 * @param {Step[][]} chains
 * @param {Node} root
 * @returns {Set<Element>}
 */
function targetsOf(chains, root) {
  const found = new Set();
  for (const chain of chains) {
    for (const node of walk(chain, root, false)) if (nodeType(node) === 1) found.add(node);
  }
  return found;
}

/**
 * Performs the steps of a chain. In an argument, the root is the element that the operator tests.
 * @param {Step[]} steps
 * @param {Node} root
 * @param {boolean} isArgument
 * @returns {Node[]}
 */
function walk(steps, root, isArgument) {
  let nodes = [root];
  for (let index = 0; index < steps.length && nodes.length > 0; index += 1) {
    const step = steps[index];
    if (index === 0 && step[0] === "css") {
      nodes = isArgument ? below(root, step[1]) : queryAll(root, step[1]);
    } else {
      if (index === 0 && !isArgument && step[0] !== "xpath") nodes = queryAll(root, "*");
      nodes = next(step, nodes);
    }
  }
  return nodes;
}

/**
 * Returns the elements that match a relative selector.
 * @param {Node} root
 * @param {string} css
 */
function below(root, css) {
  if (css.startsWith(":scope")) return queryAll(root, css);
  return queryFrom(root, /^[+~>]/.test(css) ? css : " " + css);
}

/** The names of the steps that only test each element. */
const tests = ["text", "has", "has-not", "is", "is-not", "style", "attr", "length", "rules", "if", "empty"];

/** Further tests and steps, which only some scripts contain: functions of a step and an element. */
const moreTests = { __proto__: null };
const moreSteps = { __proto__: null };

/**
 * Returns whether the chains select the element.
 * @param {Step[][]} chains
 * @param {Element} element
 */
function isOneOf(chains, element) {
  return chains.some((steps) => {
    const rest = steps.length > 0 && steps[0][0] === "css" ? steps.slice(1) : steps;
    if (rest.every((step) => tests.includes(step[0]))) {
      return (rest.length === steps.length || matches(element, steps[0][1]))
        && rest.every((step) => isKept(step, element));
    }
    let set = round.sets.get(steps);
    if (set === undefined) {
      set = targetsOf([steps], rootNode(element));
      round.sets.set(steps, set);
    }
    return set.has(element);
  });
}

/**
 * @param {Step} step
 * @param {Node[]} nodes
 * @returns {Node[]}
 */
function next(step, nodes) {
  if (tests.includes(step[0])) return nodes.filter((node) => nodeType(node) === 1 && isKept(step, node));
  const found = new Set();
  const add = (nodes) => { for (const node of nodes) found.add(node); };
  switch (step[0]) {
    case "rest":
      for (const node of nodes) add(queryFrom(node, step[1]));
      break;
    case "up":
      for (const node of nodes) {
        let above = node;
        for (let count = 0; count < step[1] && above !== null; count += 1) above = parentElement(above);
        if (above !== null) found.add(above);
      }
      break;
    case "closest":
      for (const node of nodes) {
        const parent = parentElement(node);
        const above = parent === null ? null : closest(parent, step[1]);
        if (above !== null) found.add(above);
      }
      break;
    case "xpath":
      for (const node of nodes) {
        const result = evaluateXPath(document, step[1], node, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
        for (let index = 0; index < result.snapshotLength; index += 1) {
          const item = result.snapshotItem(index);
          if (item !== null && nodeType(item) === 1) found.add(item);
        }
      }
      break;
    case "shadow":
      for (const node of nodes) {
        const root = nodeType(node) === 1 ? shadowRootOf(node) : null;
        if (root === null) continue;
        observeRoot(root);
        add(queryAll(root, step[1]));
      }
      break;
    case "content":
      for (const node of nodes) {
        if (node instanceof HTMLTemplateElement) add(queryAll(templateContent(node), step[1]));
      }
      break;
    case "others": add(othersThan(nodes)); break;
    case "property": add(withProperty(nodes, step[1], step[2])); break;
    case "watch": return nodes;
    default:
      for (const node of nodes) {
        const other = moreSteps[step[0]]?.(step, node) ?? null;
        if (other !== null) found.add(other);
      }
  }
  return [...found];
}

/**
 * Returns whether an element passes the test of a step.
 * @param {Step} step
 * @param {Element} element
 */
function isKept(step, element) {
  switch (step[0]) {
    case "text": return isFound(step[1], textOf(element));
    case "length": return textOf(element).length >= step[1];
    case "has": return step[1].some((steps) => walk(steps, element, true).length > 0);
    case "has-not": return step[1].every((steps) => walk(steps, element, true).length === 0);
    case "is": return isOneOf(step[1], element);
    case "is-not": return !isOneOf(step[1], element);
    case "style": return hasStyle(step, element);
    case "attr": return hasMatchingAttribute(element, step[1], step[2]);
    case "rules": return isOfStyleRule(step[1], element);
    case "if": return allHold([step[1]], window);
    default: return moreTests[step[0]]?.(step, element) ?? false;
  }
}

/**
 * @param {Step} step the pseudo-element or nothing, the property or nothing for all of them, the operand, and
 *   the form of the value: "" as computed, "even" as in AdGuard, "any" either of them
 * @param {Element} element
 */
function hasStyle([, pseudo, property, operand, form], element) {
  const style = getComputedStyle(element, pseudo || null);
  if (property === "") {
    return isFound(operand, Array.from(style, (name) => `${name}: ${style.getPropertyValue(name)};`).join(" "));
  }
  const value = style.getPropertyValue(property);
  return (form !== "even" && isWhole(operand, value)) || (form !== "" && isWhole(operand, evenStyle(property, value)));
}

/**
 * Returns a computed style as in AdGuard: without the quotes of `content`, and with quotes in `url(…)`.
 * @param {string} property
 * @param {string} value
 */
function evenStyle(property, value) {
  if (property === "content") return value.replace(/^(["'])([^]*)\1$/, "$2");
  if (!/^background(-image)?$/.test(property) || value.includes('url("')) return value;
  return value.replace(/url\((.*?)\)/g, 'url("$1")');
}

/**
 * Returns the names of the attributes that the page has given an element.
 * @param {Element} element
 */
function attributesOfPage(element) {
  return attributeNames(element).filter((name) => !name.startsWith(round.token));
}

/**
 * @param {Element} element
 * @param {Operand} name
 * @param {Operand} value
 */
function hasMatchingAttribute(element, name, value) {
  if (typeof name === "string") return hasAttribute(element, name) && isWhole(value, attribute(element, name));
  return attributesOfPage(element).some((other) => isFound(name, other) && isWhole(value, attribute(element, other)));
}

/**
 * Returns the topmost elements that are not targets, contain no targets and are not inside targets.
 * @param {Node[]} targets
 */
function othersThan(targets) {
  const kept = new Set(targets);
  const holders = new Set();
  for (const target of targets) {
    for (let above = parentElement(target); above !== null; above = parentElement(above)) holders.add(above);
  }
  const others = [];
  for (const holder of holders) {
    if (kept.has(holder)) continue;
    for (const child of childrenOf(holder)) {
      if (!kept.has(child) && !holders.has(child) && !/^(head|link|meta|script|style)$/i.test(nodeName(child))) {
        others.push(child);
      }
    }
  }
  return others.filter((other) => !targets.some((target) => contains(target, other)));
}

/**
 * Returns the elements whose JavaScript objects have the property. The page's world answers, because only it
 * can see this.
 * @param {Node[]} nodes
 * @param {Operand[]} path
 * @param {Operand} value
 */
function withProperty(nodes, path, value) {
  const name = handOverEvents(round.name).property;
  const init = { detail: JSON.stringify([path, value]), cancelable: true, composed: true };
  return nodes.filter((node) => nodeType(node) === 1 && !dispatch(node, new CustomEvent(name, init)));
}
