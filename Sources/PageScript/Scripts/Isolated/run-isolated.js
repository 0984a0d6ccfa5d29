/**
 * Runs the scriptlets that need nothing of the page's world.
 * @param {[string, string[]][]} calls
 * @param {Record<string, (tools: object, args: string[]) => void>} table
 */
function runIsolated(calls, table) {
  for (const [name, args] of calls) {
    try {
      table[name]?.(null, args);
    } catch {
      // One scriptlet's fault is none of the others'.
    }
  }
}
