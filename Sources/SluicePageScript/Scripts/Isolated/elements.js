// needs: selectors.js styles.js

/**
 * @typedef {[string, any[], [any[], Step[]][], any]} Row the kind, the conditions, the chains with their
 *   conditions, and the argument
 */

/**
 * @typedef {object} Work a filter and its state
 * @property {Row} row
 * @property {string} mark the attribute of the elements that the filter hides or styles
 * @property {Set<Element>} marked
 * @property {Map<Element, FormerStyle>} inline the former inline styles of elements that the mark alone does
 *   not hide
 * @property {boolean} asksForStyle whether the filter depends on the styles of elements, which it can change
 *   itself
 * @property {number} pause the milliseconds between two looks at elements without the filter's own effect. They
 *   become more as long as each look finds the same
 * @property {number} nextLook the time of the next one
 * @property {number} budget the milliseconds that the filter may still use
 * @property {number} seen the time when the budget was last raised
 */

/**
 * @typedef {object} FormerStyle
 * @property {string} value the value of `display`
 * @property {string} priority
 * @property {string | null} text the entire attribute
 * @property {string | null} written the entire attribute after the change
 */

/**
 * A filter's time budget in milliseconds: its maximum, its gain every two seconds, and the value below which
 * the filter is stopped.
 */
const budgetOfFilter = { __proto__: null, most: 200, gain: 50, least: -500 };

/** The first and the longest pause between looks at elements without a filter's own effect. */
const pausesOfLooks = { __proto__: null, first: 32, longest: 2048 };
/** The maximum number of runs that follow only from the script's own changes. */
const mostOwnRuns = 8;

/** When a filter wants to look again. Without timers, it never waits. */
const looks = { __proto__: null, canWait: true, next: Infinity };
/** @type {MutationObserver | null} */
let observer = null;
/** @type {MutationObserverInit} */
let observed = {};
const observedRoots = new WeakSet();
/** @type {Styles | null} */
let styles = null;
/** Whether the page may have changed the `style` of an element. */
let hasNewStyles = false;

/** @param {Node} root */
function observeRoot(root) {
  if (observer === null || observedRoots.has(root)) return;
  observedRoots.add(root);
  observer.observe(root, observed);
}

/**
 * Returns the changes to observe for the filters: always children and, because selectors depend on them,
 * classes and IDs.
 * @param {Row[]} rows
 */
function observationOf(rows) {
  const init = { childList: true, subtree: true, attributes: true, attributeFilter: ["class", "id"] };
  visitSteps(rows, (step) => {
    switch (step[0]) {
      case "text":
      case "length": init.characterData = true; break;
      case "style": init.attributeFilter.push("style"); break;
      case "empty":
      case "closest-empty":
        init.characterData = true;
        init.attributeFilter.push("src", "hidden");
        break;
      case "watch": init.attributeFilter.push(...step[1]); break;
      case "attr":
        if (typeof step[1] === "string") init.attributeFilter.push(step[1]);
        break;
    }
  });
  return init;
}

/**
 * Visits the steps of filters, including steps inside other steps.
 * @param {Row[]} rows
 * @param {(step: Step) => void} visit
 */
function visitSteps(rows, visit) {
  const look = (step) => {
    visit(step);
    switch (step[0]) {
      case "has":
      case "has-not":
      case "is":
      case "is-not": for (const steps of step[1]) steps.forEach(look); break;
    }
  };
  for (const [, , chains] of rows) for (const [, steps] of chains) steps.forEach(look);
}

/**
 * Returns the calls to the page's world that filters need, such as questions about properties that the page
 * has given its elements.
 * @param {Row[]} rows
 */
function callsFor(rows) {
  let asks = false;
  visitSteps(rows, (step) => { asks = asks || step[0] === "property"; });
  const changes = [];
  if (asksForShadows(rows)) changes.push("shadows");
  if (asksForAddress(rows)) changes.push("address");
  const calls = asks ? [["matches-prop", []]] : [];
  if (changes.length > 0) calls.push(["tell-changes", changes]);
  return calls;
}

/** @param {Row[]} rows */
function asksForShadows(rows) {
  let asks = false;
  visitSteps(rows, (step) => { asks = asks || step[0] === "shadow"; });
  return asks;
}

/**
 * Returns whether filters depend on the page's address, which scripts can change.
 * @param {Row[]} rows
 */
function asksForAddress(rows) {
  let asks = false;
  const look = ([kind]) => { asks = asks || kind === "path" || kind === "url"; };
  for (const [, conditions, chains] of rows) {
    conditions.forEach(look);
    for (const [conditions] of chains) conditions.forEach(look);
  }
  visitSteps(rows, (step) => { if (step[0] === "if") look(step[1]); });
  return asks;
}

/**
 * Prepares to hide, style, remove and change elements.
 * @param {Row[]} rows
 * @param {string} name the name of the events; "" if the page's world has no script
 * @param {Styles} ofDocument
 * @returns {() => () => void} starts the filters; the returned function resumes them after `document.open()`
 */
function startElements(rows, name, ofDocument) {
  takeDOM();
  styles = ofDocument;
  round.name = name;
  // Pages loaded over http have no `randomUUID`.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  round.token = "s" + Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const works = rows.map((row, index) => ({
    row, mark: `${round.token}-${index}`, marked: new Set(), inline: new Map(), asksForStyle: asksForStyle(row), pause: 0,
    nextLook: 0, budget: budgetOfFilter.most, seen: performance.now(),
  }));
  styles.add(works.flatMap(ruleOfWork));
  return () => runElements(rows, works);
}

/**
 * @param {Row[]} rows
 * @param {Work[]} works
 */
function runElements(rows, works) {
  observed = observationOf(rows);
  let end = 0;
  let duration = 0;
  let isWaiting = false;
  // A frame in which scripts are not allowed runs no timers, so nothing is delayed there. The work is
  // limited, because the page around the frame may immediately undo what filters do.
  const hasTimers = !matchMedia("(scripting: none)").matches;
  let early = 0;
  looks.canWait = hasTimers;
  let ownRuns = 0;
  const runAll = () => {
    isWaiting = false;
    looks.next = Infinity;
    const start = performance.now();
    round.sets.clear();
    styles.adopt(document, Document.prototype);
    let isChanged = false;
    for (const work of works) isChanged = runWork(work) || isChanged;
    clearCopies(marking);
    hasNewStyles = false;
    round.sets.clear();
    end = performance.now();
    duration = end - start;
    // The script's own changes need no observer. Marks require no further run. Removed elements can require one
    // for other filters, but filters that undo each other's changes must come to an end.
    observer?.takeRecords();
    if (isChanged && ownRuns < mostOwnRuns) {
      ownRuns += 1;
      hasNewStyles = true;
      runSoon();
    } else if (looks.next < Infinity) {
      setTimeout(runSoon, looks.next - end);
    }
  };
  const runSoon = () => {
    if (isWaiting && hasTimers) return;
    const pause = end + Math.max(16, 4 * duration) - performance.now();
    const isEarly = !hasTimers && early < 500;
    if (pause <= 0 || isEarly) {
      if (isEarly) early += 1;
      runAll();
      return;
    }
    isWaiting = true;
    if (hasTimers) setTimeout(runAll, pause);
  };
  const marking = works.filter(({ row }) => row[0] === "hide" || row[0] === "style");
  observer = new MutationObserver((records) => {
    ownRuns = 0;
    hasNewStyles ||= records.some(({ attributeName }) => attributeName === "style");
    runSoon();
  });
  observeRoot(document);
  runAll();
  const listen = () => {
    addListener(document, "DOMContentLoaded", runSoon);
    addListener(window, "load", runSoon);
    // Delayed, so that it does not run in the middle of the page's own script.
    if (round.name !== "") addListener(document, handOverEvents(round.name).changed, () => setTimeout(runSoon, 0));
    if (isOfAddress) {
      addListener(window, "popstate", runSoon);
      addListener(window, "hashchange", runSoon);
      // Since Safari 26.2.
      if (window.navigation) addListener(window.navigation, "currententrychange", () => setTimeout(runSoon, 0));
    }
  };
  const isOfAddress = asksForAddress(rows);
  listen();
  for (const query of mediaQueriesOf(rows)) addListener(matchMedia(query), "change", runSoon);
  return () => { listen(); runSoon(); };
}

/** @param {Row[]} rows */
function mediaQueriesOf(rows) {
  const queries = new Set();
  const look = ([kind, query]) => { if (kind === "media") queries.add(query); };
  for (const [, , chains] of rows) for (const [conditions] of chains) conditions.forEach(look);
  visitSteps(rows, (step) => { if (step[0] === "if") look(step[1]); });
  return queries;
}

/**
 * Returns the rules for the elements that a filter marks. To hide elements, they have the specificity of
 * several IDs.
 * @param {Work} work
 */
function ruleOfWork({ row, mark }) {
  switch (row[0]) {
    case "hide": return [`:is([${mark}], ${`#${mark}`.repeat(4)}) { display: none !important; }`];
    case "style": return [`[${mark}] { ${row[3]} }`];
    default: return [];
  }
}

/**
 * Applies a filter to the elements that it selects now. Returns whether it has changed the page.
 * @param {Work} work
 */
function runWork(work) {
  const start = performance.now();
  const gains = Math.floor((start - work.seen) / 2000);
  if (gains > 0) {
    work.budget = Math.min(budgetOfFilter.most, work.budget + gains * budgetOfFilter.gain);
    work.seen += gains * 2000;
  }
  if (work.budget <= 0) return false;
  let isChanged = false;
  try {
    isChanged = act(work);
  } catch {
    // An error in one filter must not affect the others.
  }
  work.budget -= performance.now() - start;
  if (work.budget < budgetOfFilter.least) work.budget = -Infinity;
  return isChanged;
}

/**
 * Returns whether a filter depends on computed styles, on the `style` attributes of elements, or on properties
 * such as `offsetHeight`.
 * @param {Row} row
 */
function asksForStyle([, , chains]) {
  return /\["style",|\["property",|\[style|@style|"attr",(?:"style"|\[)/i.test(JSON.stringify(chains));
}

/**
 * Returns the elements that a filter selects now.
 * @param {Row} row
 */
function elementsOfRow([, conditions, chains]) {
  const elements = new Set();
  if (allHold(conditions, window)) {
    for (const [conditions, steps] of chains) {
      if (!allHold(conditions, window)) continue;
      for (const element of targetsOf([steps], document)) elements.add(element);
    }
  }
  return elements;
}

/** @param {Work} work */
function act(work) {
  const [kind, , , argument] = work.row;
  let elements = elementsOfRow(work.row);
  switch (kind) {
    case "hide":
    case "style": {
      const isOut = (element) => !elements.has(element);
      const out = [...work.marked].filter(isOut);
      // The filter may have been evaluated with the style that it has set, not with the page's own style.
      const isOwn = work.asksForStyle && out.some((element) => contains(document, element));
      if (isOwn && waitsForLook(work)) {
        out.forEach((element) => elements.add(element));
      } else {
        out.forEach((element) => unmark(element, work));
      }
      if (isOwn && out.some(isOut)) {
        out.forEach((element) => work.marked.delete(element));
        round.sets.clear();
        elements = elementsOfRow(work.row);
        [...work.marked].filter(isOut).forEach((element) => unmark(element, work));
        hasLooked(work, !out.some(isOut));
      }
      const marked = [...elements].filter((element) => mark(element, work.mark) || hasNewStyles);
      work.marked = elements;
      // All elements are marked before the first one is examined, so that styles are computed only once.
      if (kind === "hide") for (const element of marked) hideWholly(element, work);
      return false;
    }
    case "remove":
    case "remove-html":
      for (const element of elements) {
        setText(element, "");
        remove(element);
      }
      return elements.size > 0;
    case "remove-attr": return [...elements].filter((element) => removeAttributes(element, argument)).length > 0;
    case "remove-class": return [...elements].filter((element) => removeClasses(element, argument)).length > 0;
    default: return false;
  }
}

/**
 * Returns whether a filter waits before it looks again at elements without its own effect.
 * @param {Work} work
 */
function waitsForLook(work) {
  if (!looks.canWait || performance.now() >= work.nextLook) return false;
  looks.next = Math.min(looks.next, work.nextLook);
  return true;
}

/**
 * Sets the time of a filter's next look.
 * @param {Work} work
 * @param {boolean} isSame whether it has found the same elements as before
 */
function hasLooked(work, isSame) {
  work.pause = isSame ? Math.min(Math.max(2 * work.pause, pausesOfLooks.first), pausesOfLooks.longest) : 0;
  work.nextLook = performance.now() + work.pause;
}

/**
 * Marks an element. Returns whether it was not marked before.
 * @param {Element} element
 * @param {string} name
 */
function mark(element, name) {
  if (hasAttribute(element, name)) return false;
  setAttribute(element, name, "");
  const root = rootNode(element);
  if (root instanceof ShadowRoot) styles.adopt(root, ShadowRoot.prototype);
  return true;
}

/**
 * Removes the mark, and restores the former inline style of the element.
 * @param {Element} element
 * @param {Work} work
 */
function unmark(element, work) {
  removeAttribute(element, work.mark);
  const former = work.inline.get(element);
  if (former === undefined) return;
  work.inline.delete(element);
  const style = styleOf(element);
  // The page may have changed it in the meantime.
  if (style.getPropertyValue("display") !== "none" || style.getPropertyPriority("display") !== "important") return;
  const isWhole = attribute(element, "style") === former.written;
  if (former.value === "") style.removeProperty("display");
  else style.setProperty("display", former.value, former.priority);
  // Selectors may depend on the text of the attribute. Under a policy that forbids `style` attributes, the
  // text has never changed.
  if (!isWhole || attribute(element, "style") === former.text) return;
  if (former.text === null) removeAttribute(element, "style");
  else setAttribute(element, "style", former.text);
}

/**
 * Hides an element with its own `style` if the page has a stronger rule than the mark's rule: an important
 * declaration in that `style`, a rule with more IDs, or a rule in a layer.
 * @param {Element} element
 * @param {Work} work
 */
function hideWholly(element, work) {
  const { display } = getComputedStyle(element);
  if (display !== "none" && display !== "") {
    const style = styleOf(element);
    if (style === undefined) return;
    const former = {
      value: style.getPropertyValue("display"), priority: style.getPropertyPriority("display"), text: attribute(element, "style"), written: null,
    };
    style.setProperty("display", "none", "important");
    former.written = attribute(element, "style");
    work.inline.set(element, former);
  }
  // The document's observer does not observe `style`, because styles change often.
  observer?.observe(element, { attributes: true, attributeFilter: ["style"] });
}

/**
 * Returns the `style` object of an element of any kind; undefined if it has none.
 * @param {Element} element
 */
function styleOf(element) {
  const prototype = [HTMLElement, SVGElement, MathMLElement].find((kind) => element instanceof kind)?.prototype;
  return prototype === undefined ? undefined : getterOf(prototype, "style")(element);
}

/**
 * Removes marks from elements that no filter has marked. The page has created them as copies of marked
 * elements.
 * @param {Work[]} works
 */
function clearCopies(works) {
  const marked = works.filter(({ marked }) => marked.size > 0);
  if (marked.length === 0) return;
  for (const element of queryAll(document, marked.map(({ mark }) => `[${mark}]`).join())) {
    for (const work of marked) {
      if (hasAttribute(element, work.mark) && !work.marked.has(element)) removeAttribute(element, work.mark);
    }
  }
}

/**
 * @param {Element} element
 * @param {Operand} name
 */
function removeAttributes(element, name) {
  const names = attributesOfPage(element).filter((other) => isWhole(name, other));
  for (const other of names) removeAttribute(element, other);
  return names.length > 0;
}

/**
 * @param {Element} element
 * @param {Operand} name
 */
function removeClasses(element, name) {
  const classes = classesOf(element);
  const names = [...classes].filter((other) => isWhole(name, other));
  if (names.length > 0) classes.remove(...names);
  return names.length > 0;
}
