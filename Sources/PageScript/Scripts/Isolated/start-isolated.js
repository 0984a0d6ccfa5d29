// needs: hand-over.js look-up.js send-calls.js elements.js

/**
 * @param {string} secret what the host has put in the place of its name
 * @param {PageData} data
 * @param {Record<string, Function>} table scriptlets of this world
 * @param {((calls: any[], table: Record<string, Function>) => void) | null} run runs them; null where there are none
 * @param {boolean} hasPage whether there is a script for the page's world
 */
function startIsolated(secret, data, table, run, hasPage) {
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
  const rows = rowsOfPage(data);
  const calls = rows.filter((row) => row[0] === "run").map(([, , name, args, dialect]) =>
    [data.names[name], args, dialect ?? "ublock"]);
  if (hasPage) sendCalls(secret, calls.filter(([name]) => !(name in table)));
  const own = calls.filter(([name]) => name in table);
  if (run !== null && own.length > 0) run(own, table);
  const rules = rows.filter((row) => row[0] === "css").map((row) => row[2]);
  const elements = rows.filter((row) => row[0] !== "run" && row[0] !== "css");
  if (rules.length === 0 && elements.length === 0) return;
  takeDOM();
  addRules(rules);
  if (elements.length > 0) again.push(startElements(elements, secret).again);
  adoptSheet(document);
  again.push(() => adoptSheet(document));
}
