// Expresses the rules of a content blocker as rules of declarativeNetRequest, as far as that can be done.

/**
 * The kinds of requests, with their names in declarativeNetRequest. It has no name for opened windows, and WebKit does not
 * know the one for reports: a rule with it loses other types.
 */
const kinds = {
  image: ['image'], 'style-sheet': ['stylesheet'], script: ['script'], font: ['font'], media: ['media'],
  fetch: ['xmlhttprequest'], websocket: ['websocket'], ping: ['ping'], 'csp-report': [], other: ['other'],
  raw: ['xmlhttprequest', 'websocket', 'ping', 'other'], 'svg-document': [], popup: [],
  document: ['main_frame', 'sub_frame'], 'top-document': ['main_frame'], 'child-document': ['sub_frame'],
}

/** The condition that Sluice writes for the pages of a site and its subdomains. */
const site = /^\^\[\^:\]\+:\/\/\(\[\^\/\]\+\\\.\)\?((?:[a-z0-9_-]+\\\.)*[a-z0-9_-]+)\(:\[0-9\]\+\)\?\/$/

/** Why a rule cannot be expressed. */
class Unsupported extends Error {}

function hosts(patterns) {
  return patterns.map((pattern) => {
    const [, host] = site.exec(pattern) ?? []
    if (!host) throw new Unsupported('applies to pages that are not a whole site')
    return host.replaceAll('\\', '')
  })
}

function resourceTypes(trigger) {
  const types = new Set((trigger['resource-type'] ?? []).flatMap((type) => kinds[type] ?? []))
  const [context] = trigger['load-context'] ?? []
  if (context === 'top-frame') types.delete('sub_frame')
  if (context === 'child-frame') types.delete('main_frame')
  return [...types]
}

/** Returns the conditions of a rule. The rule applies if one of them is met. */
function conditions({ trigger, action }) {
  const pages = trigger['if-top-url']
  const isException = action.type === 'ignore-previous-rules'
  const condition = { regexFilter: trigger['url-filter'], isUrlFilterCaseSensitive: trigger['url-filter-is-case-sensitive'] ?? false }
  if (trigger['resource-type']) {
    condition.resourceTypes = resourceTypes(trigger)
    // An exception for them is not needed, because no rule blocks them.
    if (!condition.resourceTypes.length && isException) return []
    if (!condition.resourceTypes.length) throw new Unsupported('blocks opened windows or reports')
  } else if (trigger['load-context']) {
    throw new Unsupported('depends on the frame')
  }
  const [party] = trigger['load-type'] ?? []
  if (party) condition.domainType = party === 'first-party' ? 'firstParty' : 'thirdParty'
  if (isException && pages && trigger['url-filter'] === '.*' && !trigger['resource-type'] && !party) {
    // All requests of these pages, whatever their frames.
    return pages.map((page) => ({ regexFilter: page, isUrlFilterCaseSensitive: false, resourceTypes: ['main_frame'] }))
  }
  if (pages) condition.initiatorDomains = hosts(pages)
  if (trigger['unless-top-url']) condition.excludedInitiatorDomains = hosts(trigger['unless-top-url'])
  for (const name of ['if-domain', 'unless-domain', 'if-frame-url', 'unless-frame-url', 'request-method']) {
    if (trigger[name]) throw new Unsupported(`has a condition with ${name}`)
  }
  return [condition]
}

function actionType({ trigger, action }) {
  switch (action.type) {
    case 'block': return 'block'
    case 'make-https': return 'upgradeScheme'
    case 'ignore-previous-rules':
      return trigger['if-top-url'] && trigger['url-filter'] === '.*' && !trigger['resource-type'] ? 'allowAllRequests' : 'allow'
    case 'css-display-none': throw new Unsupported('hides elements')
    case 'block-cookies': throw new Unsupported('blocks cookies only')
    default: throw new Unsupported(`has the action ${action.type}`)
  }
}

/**
 * Returns rules of declarativeNetRequest, and the other rules with the reason for each.
 *
 * In a content blocker, the last rule that matches decides. In declarativeNetRequest, the rule with the highest priority
 * decides, and an exception wins over a block of the same priority. The priority therefore increases after exceptions.
 * An exception that cannot be expressed takes the rules before it with it, because these would block too much without it.
 *
 * @param {object[]} rules the rules of a content blocker, for a WebKit without `ignore-following-rules`
 */
export function declarativeRules(rules) {
  let expressed = []
  const unsupported = []
  let priority = 1
  let followsException = false
  rules.forEach((rule, index) => {
    const isException = rule.action.type === 'ignore-previous-rules'
    if (followsException && !isException) priority += 1
    followsException = isException
    try {
      const type = actionType(rule)
      for (const condition of conditions(rule)) expressed.push({ index, rule: { priority, action: { type }, condition } })
    } catch (error) {
      if (!(error instanceof Unsupported)) throw error
      unsupported.push({ index, reason: error.message })
      if (isException) {
        const isUndone = ({ rule: { action } }) => action.type !== 'allow' && action.type !== 'allowAllRequests'
        const undone = new Set(expressed.filter(isUndone).map((one) => one.index))
        for (const one of undone) unsupported.push({ index: one, reason: 'has an exception that cannot be expressed' })
        expressed = expressed.filter((one) => !undone.has(one.index))
      }
    }
  })
  return { rules: expressed.map(({ rule }, number) => ({ id: number + 1, ...rule })), unsupported }
}
