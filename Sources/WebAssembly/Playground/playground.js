// The page: connects the editor with the workers and the panels.
import { inPage, onLine, onList } from './client.js'
import { counted, duration, element, grouped, insertsLongTextAtOnce, later, latest, make } from './dom.js'
import { Editor } from './editor.js'
import { fragmentOf, stateOf } from './link.js'
import { fail, showCheck, showHidden, showVerdict, startTabs } from './panels.js'
import { Rules } from './rules.js'

const example = `! Write filters here.
||ads.example^$third-party
@@||ads.example/allowed/$script
/banner/*.js$domain=news.example
news.example##.advertisement
##.sponsored:has(> .label)
shop.example##.ad:has-text(Advertisement)
||tracker.example^$csp=script-src 'none'
`
const exampleHTML = '<div class="advertisement">Buy now</div>\n<div class="article">News</div>\n'
const saved = ['target', 'dialect', 'url', 'page', 'type']
/** The maximum length of a link. Browsers accept longer ones, but other programs cut them. */
const longestLink = 60_000

const outcomes = { approximated: 'approximated', needsScript: 'needs a script', unsupported: 'unsupported' }
// The menus are empty at first: the example is converted before their names arrive.
const settings = () => ({ target: element('target').value || 'any', dialect: element('dialect').value || 'auto' })
const say = (...parts) => element('status').replaceChildren(...parts)

const rules = new Rules({
  mark: (lines) => {
    editor.mark(lines)
    if (lines.length) editor.reveal(lines[0])
  },
  select: (line) => editor.select(line),
})
const editor = new Editor({
  change: () => {
    isEdited = true
    convertSoon()
    explain()
  },
  cursor: (line) => {
    editor.mark([line])
    rules.mark(line)
    explain()
  },
  hover: (line) => {
    hovered = line
    rules.mark(line ?? editor.line)
    explain()
  },
})
/** The line under the pointer. */
let hovered
/** Whether the list has changed since it was converted. */
let isEdited = false
let panel = 'panel-rules'

/** Shows the page with the first answer, if show.js has not done so before. */
const show = () => { document.body.hidden = false }

// MARK: Conversion

const isLink = location.hash !== ''
/** The converter for the next list. The page itself converts the example, and workers start after that. */
let converter = isLink ? onList : inPage

const convert = latest(async (isStale) => {
  const { text } = editor
  const call = converter
  converter = onList
  try {
    // The estimate takes a fifth of a short conversion, so it is made when it is shown.
    const costs = element('costs').open ? 5 : undefined
    const result = await call('convert', text, { ...settings(), costs })
    // A change of the text leads to another conversion.
    if (isStale() || editor.text !== text) return
    isEdited = false
    rules.show(result)
    showSummary(result)
    show()
    editor.diagnostics = result.diagnostics
    rules.mark(hovered ?? editor.line)
    performance.mark('converted')
  } catch (error) {
    fail(element('summary'), error)
    // The rules on the page belong to another text.
    rules.clear()
    editor.diagnostics = []
    element('diagnostics').replaceChildren()
    say()
    show()
  }
  await showPanel()
})
const convertSoon = later(convert)

function showSummary({ summary, diagnostics, diagnosticCount, milliseconds }) {
  const count = (number, name, outcome) => make('li', { class: number ? outcome : '' }, make('b', {}, grouped(number)), ` ${name}`)
  element('summary').replaceChildren(
    make('ul', { class: 'counts' },
      count(summary.converted, 'converted', 'accepted'), count(summary.approximated, 'approximated', 'approximated'),
      count(summary.needsScript, 'need a script', 'needsScript'), count(summary.unsupported, 'unsupported', 'unsupported')))
  say(`${counted(summary.filters, 'filter')} converted in ${duration(Math.round(milliseconds * 1000))}`)
  const shown = diagnostics.slice(0, 200)
  element('diagnostics').replaceChildren(
    ...shown.map((one) => {
      const place = make('button', { type: 'button', class: 'link' }, `line ${one.line}`)
      place.addEventListener('click', () => editor.select(one.line))
      return make('li', {}, place, ' ', make('strong', { class: one.outcome }, outcomes[one.outcome]), `: ${one.message} `, make('code', {}, `[${one.reason}]`))
    }),
    ...(diagnosticCount > shown.length ? [make('li', {}, `${grouped(diagnosticCount - shown.length)} more`)] : []))
}

// MARK: One line

const explain = latest(async (isStale) => {
  const line = hovered ?? editor.line
  const text = editor.textOfLine(line)
  const place = element('explanation')
  element('explained').textContent = `Line ${grouped(line)}`
  if (!text.trim()) return place.replaceChildren()
  try {
    const { parts, outcome, findings } = await onLine('explain', text, settings())
    if (isStale()) return
    if (line === editor.line && text === editor.textOfLine(line) && isEdited) editor.setDiagnostics(line, findings ?? [])
    const rows = parts.map(({ name, text }) => [name, text])
    if (outcome) rows.push(['outcome', make('span', { class: outcome }, outcomes[outcome] ?? outcome)])
    for (const one of findings ?? []) rows.push(['because', `${one.message} [${one.reason}]`])
    place.replaceChildren(...rows.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, value)]))
    performance.mark('explained')
  } catch (error) {
    place.replaceChildren(make('dt', {}, 'error'), make('dd', { class: 'error' }, error.message))
  }
})

// MARK: Panels

/** Shows what the visible panel says about the list. Hidden panels wait until they are shown. */
async function showPanel() {
  if (panel === 'panel-match') await showVerdict(onList, editor.text, settings())
  if (panel === 'panel-hiding') await showHidden(onList, editor.text, settings())
}
const showPanelSoon = later(latest(showPanel))
const check = latest(() => showCheck(onLine, element('target').value))
startTabs((id) => {
  panel = id
  showPanelSoon()
})
element('costs').addEventListener('toggle', convert)
for (const id of ['filters', 'html', 'json']) insertsLongTextAtOnce(element(id))
for (const id of ['url', 'page', 'type', 'html']) element(id).addEventListener('input', showPanelSoon)
element('json').addEventListener('input', later(check, 200))
for (const id of ['target', 'dialect']) {
  element(id).addEventListener('change', () => {
    convert()
    explain()
    check()
  })
}

// MARK: Links and files

const currentState = () => ({ filters: editor.text, ...Object.fromEntries(saved.map((id) => [id, element(id).value])) })

element('share').addEventListener('click', async () => {
  const fragment = await fragmentOf(currentState())
  if (fragment.length > longestLink) return say('The list is too long for a link. Send it as a file.')
  history.replaceState(null, '', fragment)
  try {
    await navigator.clipboard.writeText(location.href)
    say('The link was copied.')
  } catch {
    say('The link is in the address bar.')
  }
})

element('download').addEventListener('click', async () => {
  await convert()
  const bytes = await onList('download')
  const link = make('a', { href: URL.createObjectURL(new Blob([bytes], { type: 'application/json' })), download: 'list.json' })
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  say('list.json was downloaded. ', make('a', { href: '#help' }, 'How to use it'))
  element('help').open = true
})

/** Shows the state of the link, and then its results. */
async function restore() {
  let isDamaged = false
  try {
    const state = (await stateOf(location.hash)) ?? {}
    if (typeof state.filters === 'string') editor.text = state.filters
    for (const id of saved) if (typeof state[id] === 'string') element(id).value = state[id]
  } catch {
    isDamaged = true
  }
  await Promise.all([convert(), explain(), check()])
  if (isDamaged) say(make('span', { class: 'error' }, 'The link is damaged, so its filters are not shown.'))
}
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#1,')) restore()
})

// MARK: Start

const fill = (id, names, chosen) => element(id).replaceChildren(...names.map((name) => make('option', { selected: name === chosen }, name)))
if (navigator.vendor.startsWith('Apple')) element('in-safari').hidden = false
editor.text = example
element('html').value = exampleHTML
if (!isLink) await convert()
try {
  const { targets, dialects, types, options } = await onList('vocabulary')
  fill('target', targets, 'any')
  fill('dialect', dialects, 'auto')
  fill('type', types, 'script')
  editor.options = options
} catch (error) {
  fail(element('summary'), error)
}
await (isLink ? restore() : Promise.all([explain(), check()]))
document.documentElement.dataset.ready = 'true'
