// needs: natives.js lists.js
/**
 * Runs calls of scriptlets, each [name, arguments, dialect]. One that fails leaves the others alone. What the scriptlets call of the
 * browser is captured before the first of them puts something in its place.
 * @param {any[]} calls
 * @param {Object<string, Function[]>} table by name the scriptlet, and what captures the natives that it calls
 */
function runCalls(calls, table) {
  for (let i = 0; i < calls.length; i += 1) {
    const entry = table[calls[i][0]];
    for (let k = 1; k < (entry?.length ?? 0); k += 1) {
      entry[k]();
    }
  }
  for (let i = 0; i < calls.length; i += 1) {
    const call = calls[i];
    const entry = table[call[0]];
    if (entry === undefined) {
      continue;
    }
    const args = newList();
    for (let k = 0; k < call[1].length; k += 1) {
      push(args, native.String(call[1][k]));
    }
    try {
      entry[0]({ __proto__: null, dialect: call[2] === "adguard" ? "adguard" : "ublock" }, args);
    } catch {
      // What the page has made of itself is not to stop the others.
    }
  }
}
