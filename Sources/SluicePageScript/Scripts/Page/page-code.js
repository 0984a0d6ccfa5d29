// needs: natives.js masks.js run-calls.js
/**
 * Returns the code for pages in which the page's world has something to do. It is created before the page's
 * first script runs.
 *
 * Most pages and frames only have calls of filters for all pages. In those, the functions for all other calls
 * are not created, which take much more memory.
 * @param {Object<string, Function[]>} table the functions of the calls for all pages, by name
 * @param {() => {table: Object<string, Function[]>, begin: (() => void) | null}} loadRest creates the
 *   functions of all calls, and the one that starts the work that needs no call
 * @returns {PageCode}
 */
function pageCode(table, loadRest) {
  captureNatives();
  let rest = null;
  const isKnown = (calls) => {
    for (let i = 0; i < calls.length; i += 1) {
      if (table[calls[i][0]] === undefined) {
        return false;
      }
    }
    return true;
  };
  return {
    __proto__: null,
    begin: () => (rest ??= loadRest()).begin?.(),
    run: (calls) => runCalls(calls, rest === null && isKnown(calls) ? table : (rest ??= loadRest()).table),
    useMasks,
  };
}
