// needs: hand-over.js look-up.js send-calls.js styles.js

/**
 * @typedef {object} IsolatedCode the code for pages with filters of elements or with scriptlets of this
 *   world. On other pages, it is not even created
 * @property {(calls: any[]) => void} run runs scriptlets
 * @property {(rows: any[][]) => any[][]} callsFor returns the calls to the page's world that filters of
 *   elements need
 * @property {(rows: any[][], name: string, styles: Styles) => () => () => void} startElements
 */

/**
 * @param {string} secret the secret with which the host app has replaced the token
 * @param {() => PageData} makeData
 * @param {() => IsolatedCode} load
 * @param {string[]} own the scriptlets of this world
 * @param {boolean} hasPage whether there is a script for the page's world
 * @param {((name: string) => () => void)[]} watchers start to watch for blocked requests; empty if the host app
 *   has not enabled that
 * @param {string} [styles] "user" if the host app applies styles with user style sheets in top-level pages
 */
function startIsolated(secret, makeData, load, own, hasPage, watchers, styles) {
  if (!isSecret(secret)) return;
  const site = siteOfWindow(window);
  // `document.open()` runs the script again in the same window. The calls have already been handed over, but
  // the page's document has lost its listeners. A window without an address gets the address of the page that
  // opens its document, and belongs to that site from then on.
  const former = globalThis[secret];
  if (former !== undefined && former.site === site) {
    former.again();
    return;
  }
  const name = hasPage ? secretsOfSite(secret, site).name : "";
  toldSheets.name = name;
  const data = makeData();
  /** @type {Map<string, PageWork>} the work that is the same on all pages of these hosts */
  const known = new Map();
  const workIn = (view) => {
    const hosts = hostsOfPage(view);
    const key = `${hosts.host} ${hosts.ancestors.join()}`;
    const former = known.get(key);
    if (former !== undefined) return former;
    const { rows, isOfHosts } = rowsOfPage(data, view, hosts);
    const work = workOf(rows, data.names, own);
    if (isOfHosts) known.set(key, work);
    return work;
  };
  /**
   * Does the work for a frame of the same origin. Returns false, having done nothing, if the frame must do it
   * itself.
   */
  const startBelow = (view) => {
    if (watchers.length > 0 || siteOfWindow(view) !== site) return false;
    const work = workIn(view);
    if (work.ownCalls.length > 0 || work.elements.length > 0) return false;
    startWork(work, view, name, null, keep(view, []), work.rules);
    return true;
  };
  const keep = (view, again) => {
    const value = { site, again: () => again.forEach((run) => run()), startBelow };
    Object.defineProperty(view, secret, { value, configurable: true });
    return again;
  };
  const again = keep(window, []);
  for (const watch of watchers) again.push(watch(name));
  const work = workIn(window);
  const isStyled = styles === "user" && top === window && location.hostname !== "" && /^https?:$/.test(location.protocol);
  startWork(work, window, name, work.ownCalls.length > 0 || work.elements.length > 0 ? load() : null, again, isStyled ? work.scriptRules : work.rules);
}

/**
 * @typedef {object} PageWork the work to do in a page
 * @property {any[]} calls the calls of scriptlets in the page's world
 * @property {any[]} ownCalls the calls of scriptlets in this world
 * @property {string[]} rules the rules of style sheets
 * @property {string[]} scriptRules the rules that no user style sheet applies
 * @property {any[][]} elements the rows of filters with operators
 */

/**
 * @param {any[][]} rows
 * @param {string[]} names the names of all scriptlets
 * @param {string[]} own the scriptlets of this world
 * @returns {PageWork}
 */
function workOf(rows, names, own) {
  const work = { calls: [], ownCalls: [], rules: [], scriptRules: [], elements: [] };
  for (const row of rows) {
    switch (row[0]) {
      case "css":
        work.rules.push(row[2]);
        if (row[3] !== 1) work.scriptRules.push(row[2]);
        break;
      case "run": {
        const scriptlet = names[row[2]];
        (own.includes(scriptlet) ? work.ownCalls : work.calls).push([scriptlet, row[3], row[4] ?? "ublock"]);
        break;
      }
      default: work.elements.push(row);
    }
  }
  return work;
}

/**
 * @param {PageWork} work
 * @param {Window} view the window of the work. Another window than this one has neither filters of elements
 *   nor scriptlets of this world
 * @param {string} name the name of the events; "" if nothing is handed over
 * @param {IsolatedCode | null} code
 * @param {(() => void)[]} again the functions to call after `document.open()`, to which this function adds
 *   its own
 * @param {string[]} rules the rules of the sheet
 */
function startWork({ calls, ownCalls, elements }, view, name, code, again, rules) {
  const styles = stylesOf(view);
  styles.add(rules);
  const startElements = elements.length > 0 ? code.startElements(elements, name, styles) : null;
  const adopt = () => styles.adopt(view.document, Document.prototype);
  // Before the page's world is asked to hide the sheet.
  adopt();
  const handed = elements.length > 0 ? [...calls, ...code.callsFor(elements)] : [...calls];
  if (!styles.isEmpty()) handed.push(["hide-sheets", []]);
  // Scriptlets come first, and those of the page's world before all others.
  if (name !== "") sendCalls(view, name, handed, styles.hide);
  if (ownCalls.length > 0) code.run(ownCalls);
  if (startElements !== null) again.push(startElements());
  if (styles.isEmpty()) return;
  const follow = () => {
    adopt();
    // Filters with operators do this whenever the page changes. Without them, an observer is not worth its
    // cost.
    if (elements.length > 0) return;
    addListener(view.document, "DOMContentLoaded", adopt);
    addListener(view, "load", adopt);
  };
  follow();
  again.push(follow);
}
