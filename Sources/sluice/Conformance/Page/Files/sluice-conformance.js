// The tests of Sluice's conformance page, in the page and in its frames.
'use strict'

// The time to wait for an event that may never come, in milliseconds: a blocked frame sends no event.
const patience = 8000

const wait = milliseconds => new Promise(done => setTimeout(done, milliseconds))
const within = (promise, patiences) => Promise.race([promise, wait(patiences * patience).then(() => 'untested')])

// In the page, behind a fold that is open until all tests are done.
const append = element => {
  if (element.matches('iframe, embed')) element.title = 'A test of rule lists'
  const place = document.getElementById('trials') || document.body
  place.append(element)
  return element
}
const make = (tag, properties) => Object.assign(document.createElement(tag), properties)

const look = element => {
  const style = element && element.ownerDocument.defaultView.getComputedStyle(element)
  if (!style || !style.display) return 'untested'
  return style.display === 'none' ? 'hidden' : 'shown'
}

// Waits until an element is hidden, because the page cannot observe the request that triggers the rule.
const watch = async find => {
  for (const start = Date.now(); Date.now() - start < patience; await wait(100)) {
    if (look(find()) === 'hidden') break
  }
  return look(find())
}

// Returns the folder of an address. Addresses are untrusted: only http and https are accepted, never javascript.
const folder = (address, base) => {
  const url = new URL('.', new URL(address, base))
  if (!/^https?:$/.test(url.protocol)) throw new Error(`no folder: ${address}`)
  return url.href
}
const here = folder(location.href)

const address = (trial, file) => `${trial.here}${file}?${trial.mark}`

// Resolves to the frame once its document has run this file, or to null after the timeout.
const whenReady = frame => new Promise(done => {
  addEventListener('message', event => {
    if (event.source === frame.contentWindow && event.data === 'sluice ready') done(frame)
  })
  wait(patience).then(() => done(null))
})

const openFrame = url => {
  const frame = make('iframe', {src: url})
  const ready = whenReady(frame)
  append(frame)
  return ready
}

// Runs a trial in a frame and resolves to its outcome.
const ask = (frame, trial) => {
  const channel = new MessageChannel()
  const answer = new Promise(done => { channel.port1.onmessage = event => done(event.data) })
  frame.contentWindow.postMessage({sluice: trial}, '*', [channel.port2])
  return answer
}

// Tests hiding in a frame without a URL of its own (about:blank or srcdoc).
const lookInside = (trial, properties) => new Promise(done => {
  const frame = make('iframe', properties)
  const fill = () => {
    const inner = frame.contentDocument
    if (!inner.getElementById(trial.mark)) inner.body.innerHTML = `<p id='${trial.mark}'>${trial.mark}</p>`
  }
  frame.onload = () => {
    fill()
    watch(() => frame.contentDocument.getElementById(trial.mark)).then(done)
  }
  append(frame)
})

const embed = trial => {
  const [type, src] = ['application/pdf', address(trial, 'sluice-page.pdf')]
  append(make('embed', {type, src, width: 60, height: 60}))
}

const startWorker = (url, message) => new Promise(done => {
  const worker = new Worker(url)
  worker.onerror = () => done('blocked')
  worker.onmessage = event => done(event.data)
  worker.postMessage(message)
})

const attempts = {
  image: trial => new Promise(done => {
    const image = make('img', {onload: () => done('loaded'), onerror: () => done('blocked')})
    image.src = address(trial, 'sluice-pixel.png')
  }),

  document: async trial => {
    const frame = await openFrame(address({...trial, here: trial.other}, 'sluice-frame.html'))
    return frame ? 'loaded' : 'blocked'
  },

  nextDocument: async trial => {
    const frame = await openFrame(`${trial.other}sluice-frame.html?in-${trial.mark}`)
    if (!frame) return 'untested'
    const ready = whenReady(frame)
    frame.src = address({...trial, here: trial.other}, 'sluice-frame.html')
    return await ready ? 'loaded' : 'blocked'
  },

  // A server of files refuses a POST, but its refusal is a document of that address.
  form: async trial => {
    const frame = append(make('iframe', {name: trial.mark}))
    const form = append(make('form', {method: 'post', target: trial.mark, hidden: true}))
    form.action = address(trial, 'sluice-frame.html')
    await wait(100)
    form.submit()
    for (const start = Date.now(); Date.now() - start < patience; await wait(100)) {
      try {
        if (frame.contentWindow.location.href.endsWith(trial.mark)) return 'loaded'
      } catch {
        // The error page of a browser is of another origin.
        return 'blocked'
      }
    }
    return 'blocked'
  },

  fetch: trial => fetch(address(trial, 'sluice-pixel.png'), {method: trial.method, cache: 'no-store'})
    .then(() => 'loaded', () => 'blocked'),

  worker: trial => startWorker(address(trial, 'sluice-worker.js'), null),
  workerFetch: trial => startWorker(`${trial.here}sluice-worker.js`, address(trial, 'sluice-pixel.png')),

  // WebKit says at once whether it took a beacon; it does not take one that is blocked.
  beacon: async trial => navigator.sendBeacon(address(trial, 'sluice-pixel.png'), 'x') ? 'loaded' : 'blocked',

  ping: async trial => {
    const element = append(make('p', {id: trial.mark, textContent: trial.mark}))
    const sink = append(make('iframe', {name: `${trial.mark}-sink`}))
    const link = make('a', {href: `${trial.here}sluice-frame.html`, target: sink.name, textContent: 'ping'})
    link.ping = address(trial, 'sluice-pixel.png')
    append(link).click()
    return watch(() => element)
  },

  embed: async trial => {
    embed(trial)
    for (const start = Date.now(); Date.now() - start < patience; await wait(100)) {
      const isThere = entry => entry.name.endsWith(`?${trial.mark}`)
      if (performance.getEntriesByType('resource').some(isThere)) return 'loaded'
    }
    return 'blocked'
  },

  embedHiding: trial => {
    const element = append(make('p', {id: trial.mark, textContent: trial.mark}))
    embed(trial)
    return watch(() => element)
  },

  srcdoc: trial => lookInside(trial, {srcdoc: `<p id='${trial.mark}'>${trial.mark}</p>`}),
  blank: trial => lookInside(trial, {}),
}

// Runs a trial in this document, or in nested frames if the trial asks for them.
const perform = async trial => {
  try {
    // Outer tests wait longer than those inside them.
    const patiences = 2 * (1 + (trial.frames || 0))
    if (!trial.frames) return await within(attempts[trial.attempt](trial), patiences)
    const frame = await openFrame(`${trial.other}sluice-frame.html?in-${trial.mark}`)
    if (!frame) return 'untested'
    const inside = {...trial, frames: trial.frames - 1, other: trial.here}
    return await within(ask(frame, inside), patiences)
  } catch {
    return 'untested'
  }
}

// Any page can embed this one and send it messages, so messages are validated and never run as code.
addEventListener('message', async event => {
  const trial = event.data && event.data.sluice
  if (!trial || !/^sluice-[a-z0-9-]+$/.test(trial.mark)) return
  event.ports[0].postMessage(await perform({...trial, here, other: folder(trial.other)}))
})
if (parent !== window) parent.postMessage('sluice ready', '*')
