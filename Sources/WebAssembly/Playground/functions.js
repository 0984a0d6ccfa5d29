// The calls of the page to Sluice. It receives only what it shows, because a list can have a hundred thousand rules.
import { filtersOfRules } from './sluice.js'

const decoder = new TextDecoder()

/** The text and the rule list of the last conversion, none if it failed. */
const nothing = { text: undefined, bytes: new Uint8Array(), starts: [] }
let converted = nothing

const name = 'filters'
/** A person types the filters: a single word is one, but an HTML page or JSON is not. */
const accepts = 'typed-filters'
/** The maximum number of rules and diagnostics that the page shows. */
const shown = { rules: 300, diagnostics: 20_000 }

/** Returns where each rule starts: the JSON has one rule on each line. */
function startsOfRules(bytes, count) {
  const starts = []
  for (let start = 0; starts.length < count && start >= 0; ) {
    starts.push(start)
    const end = bytes.indexOf(10, start)
    start = end < 0 ? -1 : end + 1
  }
  return starts
}

function ruleText({ bytes, starts }, index) {
  const end = starts[index + 1] ?? bytes.length
  // The line also has the opening bracket or a comma, and the comma or bracket behind the rule.
  return decoder.decode(bytes.subarray(starts[index], end)).trim().replace(/^[[,]/, '').replace(/[,\]]$/, '')
}

/** The functions that the page calls. */
export const functions = {
  vocabulary: (sluice) => sluice.vocabulary(),

  explain: (sluice, text, options) => sluice.explain(text, options),

  convert(sluice, text, options) {
    converted = nothing
    const started = performance.now()
    const result = sluice.convert({ name, text }, { ...options, accepts, sourceMap: true })
    const milliseconds = performance.now() - started
    const [list] = result.lists
    converted = { text, bytes: list.bytes, starts: startsOfRules(list.bytes, list.rules) }
    const [filters] = filtersOfRules(result.sourceMap)
    const rules = []
    for (let index = 0; index < Math.min(list.rules, shown.rules); index += 1) {
      rules.push({ index, text: ruleText(converted, index), lines: (filters[index] ?? []).map(({ line }) => line) })
    }
    return {
      rules,
      ruleCount: list.rules,
      byteCount: list.bytes.length,
      pageCost: list.pageCost,
      summary: result.summary,
      milliseconds,
      diagnostics: result.diagnostics.slice(0, shown.diagnostics),
      diagnosticCount: result.diagnostics.length,
    }
  },

  download: () => converted.bytes.slice(),

  match: (sluice, text, options, request) => sluice.match({ name, text }, [request], { ...options, accepts })[0],

  /** Returns the selectors of the rules that hide elements on a page, with the filters of each rule. */
  hide(sluice, text, options, page) {
    const verdict = sluice.match({ name, text }, [{ page, type: 'document' }], { ...options, accepts })[0]
    if (converted.text !== text) functions.convert(sluice, text, options)
    const hiding = []
    for (const { rule, filters } of verdict.rules) {
      const { action } = JSON.parse(ruleText(converted, rule))
      if (action.type === 'css-display-none') hiding.push({ rule, selector: action.selector, filters: filters ?? [] })
    }
    return { decision: verdict.decision, hiding }
  },

  check: (sluice, json, options) => sluice.check(json, options),
}
