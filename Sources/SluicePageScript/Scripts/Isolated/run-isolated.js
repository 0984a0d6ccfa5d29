// needs: natives.js run-calls.js
/**
 * Runs the calls whose scriptlets access only the document.
 * @param {any[]} calls @param {Object<string, Function[]>} table
 */
function runIsolated(calls, table) {
  captureNatives();
  runCalls(calls, table);
}
