// needs: natives.js masks.js run-calls.js
/**
 * Returns the code for pages in which the page's world has something to do. It is created before the page's
 * first script runs.
 * @param {Object<string, Function[]>} table the functions that can be called, by name
 * @param {(function(): void) | null} begin starts the work that needs no call
 * @returns {PageCode}
 */
function pageCode(table, begin) {
  captureNatives();
  return { __proto__: null, begin, run: (calls) => runCalls(calls, table), useMasks };
}
