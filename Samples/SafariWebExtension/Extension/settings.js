// The settings page of the extension.
import { convertOwnFilters, useOwnFilters } from './own-filters.js'
import { load } from './sluice.js'

const element = (id) => document.getElementById(id)
const say = (text) => { element('status').textContent = text }

function show(id, findings) {
  element(id).replaceChildren(...findings.map(({ line, text, reason }) => {
    const item = document.createElement('li')
    const code = document.createElement('code')
    code.textContent = text
    item.append(`line ${line}: `, code, ` ${reason}`)
    return item
  }))
  element(id).closest('section').hidden = findings.length === 0
}

function report({ filterCount, ruleCount, changes, inexact }) {
  element('counts').textContent =
    `${filterCount} filters: ${ruleCount} rules in a content blocker, ${changes.length} that change requests`
  show('inexact', inexact)
}

const sluice = await load()
let result
function convert() {
  try {
    result = convertOwnFilters(sluice, element('filters').value)
    report(result)
    say('')
  } catch (error) {
    result = undefined
    report({ filterCount: 0, ruleCount: 0, changes: [], inexact: [] })
    say(`These are no filters: ${error.message}`)
  }
  element('use').disabled = !result
}
element('filters').addEventListener('input', convert)
element('use').addEventListener('click', async () => {
  try {
    const isOn = await useOwnFilters(browser, result)
    await browser.storage.local.set({ filters: element('filters').value })
    say(isOn ? 'Safari uses these filters.' : 'Safari changes requests. It blocks when the content blocker is on.')
  } catch (error) {
    say(`Safari did not take the filters: ${error.message}`)
  }
})
const saved = await browser.storage.local.get({ filters: '' })
element('filters').value = saved.filters
convert()
