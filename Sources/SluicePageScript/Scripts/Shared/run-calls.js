// needs: natives.js lists.js
/**
 * Runs calls of scriptlets: [name, arguments, dialect]. A call that fails does not affect the others. The
 * browser functions that the scriptlets call are captured before the first scriptlet replaces any of them.
 * @param {any[]} calls
 * @param {Object<string, Function[]>} table by name, the scriptlet and the functions that capture the browser
 *   functions for it
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
      // An object that the page has changed must not stop the other calls.
    }
  }
}
