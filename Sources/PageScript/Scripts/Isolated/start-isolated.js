// needs: hand-over.js look-up.js send-calls.js styles.js

/**
 * @typedef {object} IsolatedCode what runs in pages that a filter of elements or a scriptlet of this world is for; on others
 *   it is not even made
 * @property {(calls: any[]) => void} run runs scriptlets
 * @property {(rows: any[][]) => any[][]} callsFor what filters of elements need of the page's world
 * @property {(rows: any[][], name: string) => () => void} startElements
 */

/**
 * @param {string} secret what the host has put in the place of its name
 * @param {PageData} data
 * @param {() => IsolatedCode} load
 * @param {string[]} own the scriptlets of this world
 * @param {boolean} hasPage whether there is a script for the page's world
 * @param {((name: string) => () => void) | null} report starts to tell the host what is blocked; null where it has not asked
 */
function startIsolated(secret, data, load, own, hasPage, report) {
  if (!isSecret(secret)) return;
  // `document.open()` runs the script again in the same window: what was handed over has been, and the page's document
  // has lost its listeners.
  const former = globalThis[secret];
  if (former !== undefined) {
    former.again();
    return;
  }
  const again = [];
  Object.defineProperty(globalThis, secret, { value: { again: () => again.forEach((run) => run()) } });
  const name = hasPage ? secretsOfSite(secret).name : "";
  if (report !== null) again.push(report(name));
  const calls = [], ownCalls = [], rules = [], elements = [];
  for (const row of rowsOfPage(data)) {
    switch (row[0]) {
      case "css": rules.push(row[2]); break;
      case "run": {
        const scriptlet = data.names[row[2]];
        (own.includes(scriptlet) ? ownCalls : calls).push([scriptlet, row[3], row[4] ?? "ublock"]);
        break;
      }
      default: elements.push(row);
    }
  }
  // Scriptlets come first, and those of the page before all.
  const code = ownCalls.length > 0 || elements.length > 0 ? load() : null;
  if (elements.length > 0) calls.push(...code.callsFor(elements));
  if (name !== "") sendCalls(name, calls);
  if (ownCalls.length > 0) code.run(ownCalls);
  addRules(rules);
  if (elements.length > 0) again.push(code.startElements(elements, name));
  if (!hasRules()) return;
  const adopt = () => adoptSheet(document, Document.prototype);
  adopt();
  again.push(adopt);
}
