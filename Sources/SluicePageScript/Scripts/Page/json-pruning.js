// needs: natives.js natives-language.js lists.js json-paths.js
/**
 * The function that reads edits instead of paths. Only lists with edits contain `pruned-queries.js`, which sets it.
 */
const pruning = { __proto__: null, readEdits: null };

/**
 * Returns a function that removes paths from a value, if the value has all needed paths. Its result is
 * undefined if it has removed none, and the value otherwise. Returns null if there is nothing to remove.
 * @param {string} removed the paths; in AdGuard, also an edit (`$.a`, `.a`, or any edit with the word
 *   `mode=jsonpath`)
 * @param {string} needed the paths that must exist, in the same form
 * @param {{length: number}} args all arguments of the call
 * @returns {(function(any): any) | null}
 */
function readPruning(removed, needed, args, dialect) {
  const isEdit = dialect === "adguard" && (removed[0] === "." || removed[0] === "$" || native.startsWith(removed, "[?")
    || listHas(args, "mode=jsonpath") || listHas(args, "jsonpath"));
  if (!isEdit) {
    const paths = readJSONPaths(removed, dialect);
    const wanted = readJSONPaths(needed, dialect);
    return paths.length === 0 ? null : (value) => (pruneJSON(value, paths, wanted) ? value : undefined);
  }
  return pruning.readEdits?.(removed, needed, dialect) ?? null;
}
