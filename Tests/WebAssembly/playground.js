// The steps of Tests/WebAssembly/use-playground in the page. Each step begins with these functions.
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

/** Returns the milliseconds from loading the module to its first answer. */
async function startOfModule() {
  const { load } = await import(new URL('sluice.js', location.href).href)
  const start = performance.now()
  const sluice = await load()
  sluice.convert('||ads.example^$script\n@@||ads.example/ok^\n##.ad')
  return performance.now() - start
}

/** Converts a list in the worker of the package. */
async function convertInWorker(text) {
  const { loadInWorker } = await import(new URL('sluice.js', location.href).href)
  const worker = loadInWorker()
  try {
    return (await worker.convert(text)).lists[0].json
  } finally {
    worker.terminate()
  }
}

/**
 * Repeats conversions that run.js has compared with the native program, for some seconds. Returns the number of those that
 * are done, and of all.
 */
async function repeatRecord(done) {
  if (!globalThis.recorded) {
    const { load } = await import(new URL('sluice.js', location.href).href)
    const { digestOf } = await import(new URL('digest.js', location.href).href)
    globalThis.recorded = { sluice: await load(), digestOf, ...(await (await fetch('record.json')).json()) }
  }
  const { sluice, digestOf, texts, conversions } = recorded
  for (const end = Date.now() + 10_000; done < conversions.length && Date.now() < end; done += 1) {
    const { text, name, options, digest } = conversions[done]
    const bytes = Uint8Array.from(texts[text], (character) => character.charCodeAt(0))
    const own = digestOf(sluice.convert({ name, text: bytes }, { ...options, sourceMap: true }))
    if (own !== digest) throw new Error(`another result for ${name} ${JSON.stringify(options)}:\n${texts[text].slice(0, 5000)}`)
  }
  return [done, conversions.length]
}
