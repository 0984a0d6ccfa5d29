// Calls Sluice, in workers or in the page.

import { functions } from './functions.js'
import { compile, load } from './sluice.js'

/** The module, which is compiled once for the page and its workers. */
const compiling = compile()

/** Returns a function that calls a function of a new worker by its name, and returns a promise. */
function startWorker() {
  const worker = new Worker(new URL('playground-worker.js', import.meta.url), { type: 'module' })
  const waiting = new Map()
  let last = 0
  worker.addEventListener('message', ({ data: { id, result, error } }) => {
    const { resolve, reject } = waiting.get(id)
    waiting.delete(id)
    if (error) reject(Object.assign(new Error(error.message), { code: error.code }))
    else resolve(result)
  })
  worker.addEventListener('error', (event) => {
    for (const { reject } of waiting.values()) reject(new Error(event.message || 'the worker did not start'))
    waiting.clear()
  })
  const sent = compiling.then((module) => worker.postMessage({ module }))
  return async (call, ...values) => {
    await sent
    return new Promise((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve, reject })
      worker.postMessage({ id: last, call, values })
    })
  }
}

/** Returns a function that calls a worker. The worker starts with the first call. */
function callsOfWorker() {
  let call
  return (...values) => (call ??= startWorker())(...values)
}

/** Calls a function about the list. */
export const onList = callsOfWorker()

/** Calls a function about one line, in a worker of its own: a conversion of a long list does not delay the answer. */
export const onLine = callsOfWorker()

/** Calls a function in the page, which does nothing else meanwhile. A short list takes less time than a worker's start. */
export const inPage = async (call, ...values) => functions[call](await load(await compiling), ...values)
