// Converts the user's own filters, and gives the rules to Safari.

/** The first Safari in which this extension runs. Earlier ones do not know the conditions of the rules that change requests. */
const target = 'safari-26'
const name = 'filters'

/**
 * Returns the rules of the content blocker, those that change requests, and the filters that are not exact.
 *
 * @param {import('./sluice.js').Sluice} sluice
 * @param {string} text the filters
 */
export function convertOwnFilters(sluice, text) {
  // The user types these filters: a single word is one. A pasted page or JSON is refused.
  const options = { target, requestChanges: true, accepts: 'typed-filters' }
  const { lists, requestChanges, diagnostics, summary } = sluice.convert({ name, text }, options)
  const [list] = lists
  return {
    list: list.json,
    ruleCount: list.rules,
    changes: requestChanges.rules,
    inexact: diagnostics.map(({ line, filter, message }) => ({ line, text: filter, reason: message })),
    filterCount: summary.filters,
  }
}

/**
 * Gives Safari the rules: those that change requests to the extension itself, and all others to the content blocker of its
 * app. A content blocker that is off is no reason not to set the rules of the extension.
 *
 * @param browser the extension's API
 * @returns {Promise<boolean>} whether the content blocker is on
 */
export async function useOwnFilters({ declarativeNetRequest, runtime }, { list, changes }) {
  const former = await declarativeNetRequest.getDynamicRules()
  const removeRuleIds = former.map(({ id }) => id)
  await declarativeNetRequest.updateDynamicRules({ removeRuleIds, addRules: changes })
  // Safari sends the message to the app that contains the extension, whatever name is given.
  const answer = await runtime.sendNativeMessage('application.id', { list })
  if (answer?.error) {
    // The content blocker keeps its former rules, and so does the extension.
    await declarativeNetRequest.updateDynamicRules({ removeRuleIds: changes.map(({ id }) => id), addRules: former })
    throw new Error(answer.error)
  }
  return answer?.state !== 'off'
}
