// needs: natives.js masks.js run-calls.js
/**
 * What the page's side runs where there is something to do, made before the page's first script.
 * @param {Object<string, Function[]>} table what can be called, by its name
 * @param {(function(): void) | null} begin what begins without a call
 * @returns {PageCode}
 */
function pageCode(table, begin) {
  captureNatives();
  return { __proto__: null, begin, run: (calls) => runCalls(calls, table), useMasks };
}
