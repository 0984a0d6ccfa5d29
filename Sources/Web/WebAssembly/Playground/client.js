// Calls the workers.

import { compile } from './sluice.js'

/** The module, which is compiled once for all workers. */
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

/** Calls a function about the list. */
export const onList = startWorker()

let second
/**
 * Calls a function about one line, in a worker of its own: a conversion of a long list does not delay the answer. The
 * worker starts with the first call, so that it takes no time from the first conversion.
 */
export const onLine = (...call) => (second ??= startWorker())(...call)
