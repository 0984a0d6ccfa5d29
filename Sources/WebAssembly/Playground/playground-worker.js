// Runs Sluice in a worker of the playground.
import { functions } from './functions.js'
import { load } from './sluice.js'

let loading

addEventListener('message', async ({ data: { module, id, call, values } }) => {
  if (module) {
    loading = load(module)
    return
  }
  try {
    const result = functions[call](await loading, ...values)
    postMessage({ id, result }, result instanceof Uint8Array ? [result.buffer] : [])
  } catch (error) {
    const { code, message } = error
    postMessage({ id, error: { code, message } })
  }
})
