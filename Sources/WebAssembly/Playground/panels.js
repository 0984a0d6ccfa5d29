// The tabs at the right, other than the rules.
import { counted, element, grouped, make } from './dom.js'

const shown = 300

/** Shows an error in place of a result. */
export function fail(place, error) {
  place.replaceChildren(make('p', { class: 'error' }, error.code ? `${error.message} [${error.code}]` : error.message))
}

function filterNames(filters) {
  return (filters ?? []).map((filter) => make('div', {}, `line ${filter.line}: `, make('code', {}, filter.text)))
}

/** Shows the verdict on a request. */
export async function showVerdict(call, text, settings) {
  const place = element('verdict')
  const request = { url: element('url').value, page: element('page').value, type: element('type').value }
  try {
    const verdict = await call('match', text, settings, request)
    const list = (title, rules) =>
      rules?.length
        ? [
            make('h3', {}, title),
            make('ul', {}, ...rules.slice(0, shown).map((rule) =>
              make('li', {}, `rule ${rule.rule}: ${rule.action}`, ...filterNames(rule.filters)))),
          ]
        : []
    place.replaceChildren(
      make('p', { class: `decision ${verdict.decision}` }, `The request is ${verdict.decision}.`),
      ...list('Matching rules', verdict.rules),
      ...list('Exceptions', verdict.exceptions),
      ...list('Overridden rules', verdict.overridden),
    )
  } catch (error) {
    fail(place, error)
  }
}

/** Shows the elements of some HTML that are hidden. */
export async function showHidden(call, text, settings) {
  const place = element('hidden')
  try {
    const { decision, hiding } = await call('hide', text, settings, element('page').value)
    if (decision === 'blocked') return place.replaceChildren(make('p', {}, 'The page itself is blocked.'))
    // The parser makes a document of its own, which runs no scripts and fetches nothing.
    const page = new DOMParser().parseFromString(element('html').value, 'text/html')
    const items = []
    const hidden = new Set()
    for (const { selector, filters } of hiding) {
      let found = []
      try {
        found = [...page.querySelectorAll(selector)]
      } catch {
        items.push(make('li', { class: 'warning' }, 'this browser does not support the selector ', make('code', {}, selector)))
      }
      for (const one of found) {
        hidden.add(one)
        if (items.length < shown) {
          items.push(make('li', {}, make('code', {}, one.outerHTML.slice(0, 300)), ...hidingFilters(one, filters)))
        }
      }
    }
    place.replaceChildren(
      make('p', {}, hidden.size ? `${counted(hidden.size, 'element')} hidden:` : 'No element is hidden.'), make('ul', {}, ...items))
  } catch (error) {
    fail(place, error)
  }
}

/** Returns the filters of a rule whose own selector matches the element: a rule joins many filters. */
function hidingFilters(one, filters) {
  return filterNames(
    filters.filter(({ text }) => {
      const selector = text.split(/#[?]?#/).slice(1).join('##')
      try {
        return one.matches(selector)
      } catch {
        return true
      }
    }),
  )
}

/** Shows what WebKit finds in a rule list. */
export async function showCheck(call, target) {
  const json = element('json').value
  const place = element('checked')
  const list = element('findings')
  if (!json.trim()) {
    place.textContent = 'Paste a rule list in JSON, from any program.'
    return list.replaceChildren()
  }
  try {
    const { findings, summary } = await call('check', json, { target, maxFindings: shown })
    const counts = [counted(summary.errors, 'error'), counted(summary.warnings, 'warning'), counted(summary.notes, 'note')]
    place.replaceChildren(
      make('span', { class: summary.accepted ? 'accepted' : 'error' }, `WebKit ${summary.accepted ? 'accepts' : 'rejects'} the list.`),
      ` ${counted(summary.rules, 'rule')}, ${counts.join(', ')}.`)
    list.replaceChildren(
      ...findings.map((one) =>
        make('li', {}, `line ${grouped(one.line)}, column ${grouped(one.column)}: `, make('strong', { class: one.severity }, one.severity),
          `: ${one.message} `, make('code', {}, `[${one.reason}]`), one.help ? make('div', {}, `help: ${one.help}`) : '')),
      ...(summary.omitted ? [make('li', {}, `${grouped(summary.omitted)} more`)] : []))
  } catch (error) {
    fail(place, error)
    list.replaceChildren()
  }
}

/** Makes buttons with the role "tab" show their panels. Calls `show` with the id of a panel. */
export function startTabs(show) {
  const tabs = [...document.querySelectorAll('[role=tab]')]
  const choose = (tab) => {
    for (const one of tabs) {
      const isShown = one === tab
      one.setAttribute('aria-selected', String(isShown))
      one.tabIndex = isShown ? 0 : -1
      element(one.getAttribute('aria-controls')).hidden = !isShown
    }
    show(tab.getAttribute('aria-controls'))
  }
  tabs.forEach((tab, index) => {
    tab.addEventListener('click', () => choose(tab))
    tab.addEventListener('keydown', (event) => {
      const next = { ArrowRight: index + 1, ArrowLeft: index - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[event.key]
      if (next === undefined) return
      event.preventDefault()
      choose(tabs[next % tabs.length])
      tabs[next % tabs.length].focus()
    })
  })
}
