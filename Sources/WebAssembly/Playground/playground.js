// The page of the playground. All work is done in a worker.
import { loadInWorker, SluiceError } from './sluice.js'

const sluice = loadInWorker()
const element = (id) => document.getElementById(id)
const make = (name, text = '', className = '') => {
  const made = document.createElement(name)
  made.textContent = text
  if (className) made.className = className
  return made
}
const options = (select, names) => select.replaceChildren(...names.map((name) => make('option', name)))
const grouped = (number) => number.toLocaleString('en-US')

options(element('target'), [
  'any', 'safari-16.4', 'safari-17', 'safari-18', 'safari-26', 'webkitgtk-2.44', 'webkitgtk-2.50',
])
options(element('type'), [
  'script', 'image', 'stylesheet', 'xmlhttprequest', 'subdocument', 'document', 'font', 'media', 'websocket', 'ping', 'popup', 'other',
])

const filters = element('filters')
const numbers = element('numbers')
/** The most rules and diagnostics that the page shows. */
const shown = 300

const example = `! Try your own filters.
||ads.example^$third-party
@@||ads.example/allowed/$script
/banner/*.js$domain=news.example
news.example##.advertisement
##.sponsored:has(> .label)
shop.example##.ad:has-text(Advertisement)
`
const exampleHTML = '<div class="advertisement">Buy now</div>\n<div class="article">News</div>'

// MARK: The address

async function compressed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

async function expanded(text) {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text()
}

async function restore() {
  filters.value = example
  element('html').value = exampleHTML
  if (!location.hash.startsWith('#1,')) return
  try {
    const state = JSON.parse(await expanded(location.hash.slice(3)))
    if (typeof state.filters === 'string') filters.value = state.filters
    for (const key of ['target', 'dialect', 'url', 'page', 'type']) {
      if (typeof state[key] === 'string') element(key).value = state[key]
    }
  } catch {
    element('status').textContent = 'The link is damaged; this is the example.'
  }
}

element('share').addEventListener('click', async () => {
  const state = { filters: filters.value }
  for (const key of ['target', 'dialect', 'url', 'page', 'type']) state[key] = element(key).value
  history.replaceState(null, '', `#1,${await compressed(JSON.stringify(state))}`)
  try {
    await navigator.clipboard.writeText(location.href)
    element('status').textContent = 'The link is in the clipboard.'
  } catch {
    element('status').textContent = 'The link is in the address bar.'
  }
})

// MARK: Conversion

let last = { json: '', rulesOfLine: new Map(), buttons: [] }
let turn = 0

const settings = () => ({ target: element('target').value, dialect: element('dialect').value })

/** Returns the lines of the filters of each rule, from a source map. docs/source-map.md describes it. */
function linesOfRules(map) {
  let line = 0
  const lines = map.lines.map((step) => (line += step))
  const { sizes, origins } = map.lists[0]
  let at = 0
  return sizes.map((size) => {
    const found = []
    for (const origin of origins.slice(at, at + size)) {
      if (origin < 0) {
        for (let index = found.at(-1) + 1; index <= -origin; index += 1) found.push(index)
      } else {
        found.push(origin)
      }
    }
    at += size
    return found.map((index) => lines[index])
  })
}

async function convert() {
  turn += 1
  const own = turn
  let result
  try {
    result = await sluice.convert({ name: 'filters', text: filters.value }, { ...settings(), sourceMap: true, costs: 3 })
  } catch (error) {
    if (own === turn) fail(element('status'), error)
    return
  }
  if (own !== turn) return
  const [list] = result.lists
  const { summary } = result
  const cost = list.pageCost
  element('status').textContent =
    `${grouped(summary.filters)} filters: ${grouped(summary.exact)} exact, ${grouped(summary.approximated)} approximated, ` +
    `${grouped(summary.needsScript)} need a script, ${grouped(summary.unsupported)} unsupported. ` +
    `${grouped(list.rules)} rules, ${grouped(list.bytes.length)} bytes, ` +
    `about ${grouped(cost.microsecondsPerDocument)} µs for each document.`
  showDiagnostics(result.diagnostics)
  last = { json: list.json, rulesOfLine: new Map(), buttons: [] }
  showRules(JSON.parse(list.json), linesOfRules(result.sourceMap))
  showNumbers(result.diagnostics)
  await Promise.all([explain(), match(), hide()])
}

function fail(place, error) {
  place.textContent = error instanceof SluiceError ? `${error.message} [${error.code}]` : String(error.message ?? error)
  place.className = 'error'
}

function showNumbers(diagnostics) {
  const count = Math.min(filters.value.split('\n').length, 100_000)
  const outcomes = new Map(diagnostics.map((one) => [one.line, one]))
  if (count > 5_000) {
    numbers.textContent = Array.from({ length: count }, (_, index) => index + 1).join('\n')
    return
  }
  numbers.replaceChildren(
    ...Array.from({ length: count }, (_, index) => {
      const found = outcomes.get(index + 1)
      const number = make('span', `${found ? '● ' : ''}${index + 1}`, found?.outcome)
      if (found) number.title = found.message
      return number
    }),
  )
  numbers.scrollTop = filters.scrollTop
}

function showDiagnostics(diagnostics) {
  const items = diagnostics.slice(0, shown).map((one) => {
    const item = make('li')
    const place = make('button', `line ${one.line}`)
    place.type = 'button'
    place.addEventListener('click', () => select(one.line))
    item.append(place, ` `, make('strong', one.outcome === 'deferred' ? 'needs a script' : one.outcome, one.outcome), ` ${one.message} `, make('code', `[${one.reason}]`))
    return item
  })
  if (diagnostics.length > shown) items.push(make('li', `and ${grouped(diagnostics.length - shown)} more`))
  element('diagnostics').replaceChildren(...items)
}

const words = {
  block: 'Block', 'block-cookies': 'Block cookies', 'css-display-none': 'Hide', 'ignore-previous-rules': 'Exceptions',
  'ignore-following-rules': 'Exceptions that end the list', 'make-https': 'Upgrade to HTTPS',
}

function showRules(rules, lines) {
  const groups = new Map()
  rules.slice(0, shown).forEach((rule, index) => {
    const type = rule.action.type
    if (!groups.has(type)) groups.set(type, [])
    const button = make('button', JSON.stringify(rule), 'rule')
    button.type = 'button'
    const own = lines[index] ?? []
    button.title = own.length ? `from line ${own.slice(0, 10).join(', ')}` : 'from no filter: keeps page visits from being blocked'
    const mark = () => markLines(new Set(own))
    button.addEventListener('mouseenter', mark)
    button.addEventListener('focus', mark)
    button.addEventListener('click', () => own.length && select(own[0]))
    for (const line of own) last.rulesOfLine.set(line, [...(last.rulesOfLine.get(line) ?? []), button])
    last.buttons.push(button)
    groups.get(type).push(button)
  })
  const parts = [...groups].flatMap(([type, buttons]) => [make('h3', `${words[type] ?? type} (${buttons.length})`), ...buttons])
  if (rules.length > shown) parts.push(make('p', `The first ${shown} of ${grouped(rules.length)} rules. The download has all.`))
  element('panel-rules').replaceChildren(...parts)
}

function markLines(lines) {
  ;[...numbers.children].forEach((number, index) => number.classList.toggle('marked', lines.has(index + 1)))
}

function markRules(line) {
  const marked = new Set(last.rulesOfLine.get(line) ?? [])
  for (const button of last.buttons) button.classList.toggle('marked', marked.has(button))
}

// MARK: The cursor

const lineAtCursor = () => filters.value.slice(0, filters.selectionStart).split('\n').length

function select(line) {
  const lines = filters.value.split('\n')
  const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0)
  filters.focus()
  filters.setSelectionRange(start, start + (lines[line - 1] ?? '').length)
  filters.scrollTop = (line - 4) * (filters.scrollHeight / lines.length)
}

let explained = ''
async function explain() {
  const line = lineAtCursor()
  markRules(line)
  markLines(new Set([line]))
  const text = filters.value.split('\n')[line - 1] ?? ''
  const key = `${JSON.stringify(settings())}${text}`
  if (key === explained) return
  explained = key
  const place = element('explanation')
  if (!text.trim()) return place.replaceChildren()
  try {
    const { parts, outcome, findings } = await sluice.explain(text, settings())
    if (key !== explained) return
    const rows = parts.map(({ name, text }) => [name, text])
    if (outcome) rows.push(['outcome', outcome === 'deferred' ? 'needs a script' : outcome])
    for (const finding of findings ?? []) rows.push(['because', `${finding.message} [${finding.reason}]`])
    place.replaceChildren(...rows.flatMap(([name, text]) => [make('dt', name), make('dd', text)]))
  } catch (error) {
    fail(place, error)
  }
}

// MARK: Tabs

async function match() {
  const place = element('verdict')
  const request = { url: element('url').value, page: element('page').value, type: element('type').value }
  try {
    const [verdict] = await sluice.match({ name: 'filters', text: filters.value }, [request], settings())
    const list = (title, rules) => {
      if (!rules?.length) return []
      const items = rules.slice(0, 20).map((rule) => {
        const names = (rule.filters ?? []).map((filter) => `line ${filter.line}: ${filter.text}`).join(', ')
        return make('li', `rule ${rule.rule}, ${rule.action}${names ? `, from ${names}` : ''}`)
      })
      const all = make('ul')
      all.append(...items)
      return [make('h3', title), all]
    }
    place.replaceChildren(
      make('p', verdict.decision === 'blocked' ? 'It is blocked.' : 'It is allowed.', verdict.decision),
      ...list('Rules that act', verdict.rules), ...list('Exceptions', verdict.exceptions), ...list('Overridden rules', verdict.overridden),
    )
  } catch (error) {
    place.replaceChildren(make('p'))
    fail(place.firstChild, error)
  }
}

async function hide() {
  const place = element('hidden')
  try {
    const request = { page: element('page').value, type: 'document' }
    const [verdict] = await sluice.match({ name: 'filters', text: filters.value }, [request], settings())
    const rules = last.json ? JSON.parse(last.json) : []
    // A document of its own: scripts and images of the HTML are not loaded.
    const page = new DOMParser().parseFromString(element('html').value, 'text/html')
    const items = []
    for (const { rule } of verdict.rules) {
      const action = rules[rule]?.action
      if (action?.type !== 'css-display-none') continue
      let found = []
      try {
        found = [...page.querySelectorAll(action.selector)]
      } catch {
        items.push(make('li', `this browser does not support ${action.selector}`))
      }
      for (const one of found.slice(0, 50)) items.push(make('li', one.outerHTML.slice(0, 300)))
    }
    place.replaceChildren(...(items.length ? items : [make('li', 'no element')]))
  } catch (error) {
    place.replaceChildren(make('li'))
    fail(place.firstChild, error)
  }
}

let checks = 0
async function check() {
  checks += 1
  const own = checks
  const text = element('json').value
  const place = element('checked')
  if (!text.trim()) {
    place.textContent = 'Paste a rule list of any program.'
    return element('findings').replaceChildren()
  }
  try {
    const { findings, summary } = await sluice.check(text, { target: element('target').value })
    if (own !== checks) return
    place.className = summary.accepted ? 'accepted' : 'error'
    place.textContent = `WebKit ${summary.accepted ? 'accepts' : 'rejects'} the list: ${grouped(summary.rules)} rules, ${summary.errors} errors, ${summary.warnings} warnings, ${summary.notes} notes.`
    element('findings').replaceChildren(
      ...findings.slice(0, shown).map((one) => {
        const item = make('li', `line ${one.line}, column ${one.column}: `)
        item.append(make('strong', one.severity, one.severity), ` ${one.message} [${one.reason}]${one.help ? ` ${one.help}` : ''}`)
        return item
      }),
    )
  } catch (error) {
    fail(place, error)
  }
}

const tabs = [...document.querySelectorAll('[role=tab]')]
function show(tab) {
  for (const one of tabs) {
    const isShown = one === tab
    one.setAttribute('aria-selected', String(isShown))
    one.tabIndex = isShown ? 0 : -1
    element(one.getAttribute('aria-controls')).hidden = !isShown
  }
}
tabs.forEach((tab, index) => {
  tab.addEventListener('click', () => show(tab))
  tab.addEventListener('keydown', (event) => {
    const steps = { ArrowRight: 1, ArrowLeft: -1 }
    if (!(event.key in steps)) return
    const next = tabs[(index + steps[event.key] + tabs.length) % tabs.length]
    show(next)
    next.focus()
  })
})

element('download').addEventListener('click', () => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([last.json], { type: 'application/json' }))
  link.download = 'list.json'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
  element('status').textContent = 'Add list.json to a content blocker extension, or compile it with WKContentRuleListStore.'
})

// MARK: Events

/** Calls a function when nothing has happened for a moment. */
function later(call) {
  let timer
  return () => {
    clearTimeout(timer)
    timer = setTimeout(call, 80)
  }
}
filters.addEventListener('input', later(convert))
filters.addEventListener('scroll', () => (numbers.scrollTop = filters.scrollTop))
document.addEventListener('selectionchange', later(() => document.activeElement === filters && explain()))
for (const id of ['target', 'dialect']) element(id).addEventListener('change', () => Promise.all([convert(), check()]))
for (const id of ['url', 'page', 'type']) element(id).addEventListener('input', later(() => Promise.all([match(), hide()])))
element('html').addEventListener('input', later(hide))
element('json').addEventListener('input', later(check))

await restore()
await convert()
await check()
document.documentElement.dataset.ready = 'true'
