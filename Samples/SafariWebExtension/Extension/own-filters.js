// Converts the user's own filters, and reports how far each of Safari's two ways takes them.
import { declarativeRules } from './declarative-rules.js'
import { filtersOfRules } from './sluice.js'

/** The first Safari in which this extension runs. */
const target = 'safari-18'
const name = 'filters'

/**
 * Returns the rules for both ways, and what neither or only the content blocker can express.
 *
 * @param {import('./sluice.js').Sluice} sluice
 * @param {string} text the filters
 */
export function convertOwnFilters(sluice, text) {
  // The user types these filters: a single word is one. A pasted page or JSON is refused.
  const options = { target, sourceMap: true, accepts: 'typed-filters' }
  const { lists, diagnostics, summary, sourceMap } = sluice.convert({ name, text }, options)
  const [list] = lists
  // Content blockers cannot be empty: without rules, the list has one that matches nothing.
  const { rules, unsupported } = declarativeRules(list.rules ? JSON.parse(list.json) : [])
  const [filters] = filtersOfRules(sourceMap)
  // A filter can have several rules that cannot be expressed for the same reason.
  const found = new Map(unsupported.flatMap(({ index, reason }) =>
    filters[index].map(({ line, text }) => [`${line} ${reason}`, { line, text, reason }])))
  const onlyInBlocker = [...found.values()].sort((left, right) => left.line - right.line)
  return {
    list: list.json,
    ruleCount: list.rules,
    declarative: rules,
    onlyInBlocker,
    inexact: diagnostics.map(({ line, filter, message }) => ({ line, text: filter, reason: message })),
    filterCount: summary.filters,
  }
}

/**
 * Gives Safari the rules: to the extension itself, or to the content blocker of its app.
 *
 * The other way gets an empty list, because exceptions in one do not affect blocks in the other. A content blocker
 * that is off is no reason not to set the rules of the extension.
 *
 * @param browser the extension's API
 * @param {'declarative' | 'blocker'} way
 * @returns {Promise<boolean>} whether the rules act: false if the content blocker has them and is off
 */
export async function useOwnFilters(browser, sluice, result, way) {
  // A way that fails leaves the other one as it is.
  if (way === 'declarative') {
    await setDynamicRules(browser, result.declarative)
    await setBlockerList(browser, sluice.convert('').lists[0].json)
    return true
  }
  const isOn = await setBlockerList(browser, result.list)
  await setDynamicRules(browser, [])
  return isOn
}

async function setDynamicRules({ declarativeNetRequest }, addRules) {
  const former = await declarativeNetRequest.getDynamicRules()
  await declarativeNetRequest.updateDynamicRules({ removeRuleIds: former.map(({ id }) => id), addRules })
}

async function setBlockerList({ runtime }, list) {
  // Safari sends the message to the app that contains the extension, whatever name is given.
  const answer = await runtime.sendNativeMessage('application.id', { list })
  if (answer?.error) throw new Error(answer.error)
  return answer?.state !== 'off'
}
