// Runs Sluice in a worker, for `loadInWorker()`.
import { load } from './sluice.js'

let loading

addEventListener('message', async ({ data }) => {
  if (data.module) {
    loading = load(data.module)
    return
  }
  try {
    const sluice = await loading
    const result = sluice[data.name](...data.arguments)
    const transfer = []
    if (data.name === 'convert') {
      result.lists = result.lists.map((list) => ({ ...list }))
      for (const list of result.lists) transfer.push(list.bytes.buffer)
    }
    postMessage({ id: data.id, result }, transfer)
  } catch (error) {
    const { code, message, path, file, line, column } = error
    postMessage({ id: data.id, error: { code, message, path, file, line, column } })
  }
})
