// Small helpers for the page.

export const element = (id) => document.getElementById(id)

/** Creates an element with children: strings or nodes. */
export function make(name, properties = {}, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(properties)) {
    if (key === 'class') made.className = value
    else if (key.startsWith('aria-')) made.setAttribute(key, value)
    else made[key] = value
  }
  made.append(...children)
  return made
}

/** Returns a number with commas. The first call of `toLocaleString` takes 12 ms in WebKit. */
export const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ',')

/** Returns a count with its noun, such as "2 rules". */
export const counted = (number, noun) => `${grouped(number)} ${noun}${number === 1 ? '' : 's'}`

export function size(bytes) {
  if (bytes < 1000) return `${bytes} bytes`
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

export const duration = (microseconds) =>
  microseconds < 1000 ? `${grouped(microseconds)} µs` : `${(microseconds / 1000).toFixed(1)} ms`

/** The length from which text is inserted at once. */
const longText = 4000

/**
 * Makes a text area insert long text at once, whether it is pasted, dropped or typed by an input method. Browsers
 * insert it line by line, which takes Chromium half a minute for 32,000 lines. The user cannot undo the insertion.
 */
export function insertsLongTextAtOnce(field) {
  const insert = (event, inserted) => {
    if (!inserted || inserted.length < longText) return
    event.preventDefault()
    field.setRangeText(inserted, field.selectionStart, field.selectionEnd, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  field.addEventListener('paste', (event) => insert(event, event.clipboardData?.getData('text/plain')))
  field.addEventListener('beforeinput', (event) => insert(event, event.data))
}

/** Returns a function that calls another one when nothing has happened for a moment. */
export function later(call, pause = 60) {
  let timer
  return () => {
    clearTimeout(timer)
    timer = setTimeout(call, pause)
  }
}

/** Returns a function that runs another one. While that runs, any number of calls lead to one more run. */
export function latest(run) {
  let running
  let isStale = false
  return function call() {
    if (running) {
      isStale = true
      return running
    }
    running = (async () => {
      do {
        isStale = false
        await run(() => isStale)
      } while (isStale)
      running = undefined
    })()
    return running
  }
}
