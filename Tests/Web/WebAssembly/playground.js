// What .ci/playground does in the page. Each of its steps begins with these functions.
const one = (selector) => document.querySelector(selector)
const all = (selector) => [...document.querySelectorAll(selector)]
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds))

globalThis.seenViolations ??= []
if (!globalThis.isWatching) {
  globalThis.isWatching = true
  document.addEventListener('securitypolicyviolation', (event) => seenViolations.push(event.violatedDirective + ' ' + event.blockedURI))
  addEventListener('error', (event) => seenViolations.push(event.message))
  addEventListener('unhandledrejection', (event) => seenViolations.push(String(event.reason)))
}
const violations = () => seenViolations

async function until(condition, words) {
  for (const end = Date.now() + 120_000; Date.now() < end; await pause(20)) if (condition()) return
  throw new Error('waited in vain for: ' + words + ' in ' + document.body?.innerText.slice(0, 1500))
}
const ready = () => until(() => document.documentElement?.dataset.ready === 'true', 'the page is ready')

async function chooseAll() {
  one('#filters').focus()
  one('#filters').select()
}

/** Fills a field in as if its text was pasted. */
async function fill(id, text) {
  const field = document.getElementById(id)
  field.focus()
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Returns the place of a line of the editor in the window. */
function placeOfLine(line) {
  const box = one('#filters').getBoundingClientRect()
  return [Math.round(box.left + 30), Math.round(box.top + 6 + 20 * line - 10 - one('#filters').scrollTop)]
}

function digest(bytes) {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return `${bytes.length}-${hash}`
}

/** Repeats the conversions that run.js has compared with the native program. Returns their number. */
async function repeatRecord() {
  const { load } = await import(new URL("sluice.js", location.href).href)
  const sluice = await load()
  const record = await (await fetch('record.json')).json()
  for (const { text, options, digests } of record) {
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0))
    const own = sluice.convert(bytes, options).lists.map((list) => digest(list.bytes))
    if (String(own) !== String(digests)) throw new Error(`another list for ${JSON.stringify(options)}:\n${text}`)
  }
  return record.length
}
