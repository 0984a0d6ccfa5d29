// Sluice in JavaScript: converts filter lists into WebKit Content Blocker JSON. docs/apps/javascript.md describes it.

/** An error in the arguments, with its place. */
export class SluiceError extends Error {
  /** @param {{code: string, message: string, path?: string, file?: string, line?: number, column?: number}} fields */
  constructor(fields) {
    super(fields.message)
    this.name = 'SluiceError'
    this.code = fields.code
    if (fields.path !== undefined) this.path = fields.path
    if (fields.file !== undefined) this.file = fields.file
    if (fields.line !== undefined) this.line = fields.line
    if (fields.column !== undefined) this.column = fields.column
  }
}

const functions = { convert: 0, check: 1, match: 2, explain: 3, vocabulary: 4 }
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A rule list. */
class RuleList {
  constructor(fields, bytes) {
    Object.assign(this, fields)
    this.bytes = bytes
  }

  /** The JSON as text. It is decoded on each use. */
  get json() {
    return decoder.decode(this.bytes)
  }
}

/** The converter. Create it with `load()`. */
export class Sluice {
  #module
  #exports

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.#module = module
    this.#start()
  }

  /** Starts with empty memory. */
  #start() {
    let memory
    const bytes = (address, count) => new Uint8Array(memory.buffer, address >>> 0, count >>> 0)
    const host = {
      hostToASCII(address, count, output, capacity) {
        const host = asciiHost(bytes(address, count))
        if (host === undefined || host.length > capacity) return -1
        bytes(output, host.length).set(host)
        return host.length
      },
      categoryOf(scalar) {
        const character = String.fromCodePoint(scalar >>> 0)
        return 1 + categories.findIndex((category) => category.test(character))
      },
      lowercaseOf: (scalar) => String.fromCodePoint(scalar >>> 0).toLowerCase().codePointAt(0),
    }
    const instance = new WebAssembly.Instance(this.#module, { host })
    memory = instance.exports.memory
    this.#exports = instance.exports
  }

  /** The bytes of memory that are in use, for tests of programs that run long. */
  get usedBytes() {
    return this.#exports.used_memory() >>> 0
  }

  /** Converts filter lists as if they were one list. */
  convert(sources, options = {}) {
    const { names, texts } = listsOf(sources)
    const [result, ...outputs] = this.#call(functions.convert, { ...options, names }, texts)
    // The source map comes last, and before it the rules that change requests.
    const changes = result.requestChanges
    const listCount = result.lists.length
    const sourceMap = outputs.length > listCount + (changes ? 1 : 0) ? JSON.parse(decoder.decode(outputs.pop())) : undefined
    if (changes) changes.rules = JSON.parse(decoder.decode(outputs.pop()))
    result.lists = result.lists.map((fields, index) => new RuleList(fields, outputs[index]))
    if (sourceMap) result.sourceMap = sourceMap
    return result
  }

  /** Checks a rule list as WebKit reads it. */
  check(json, options = {}) {
    return this.#call(functions.check, options, [bytesOf(json, 'json')])[0]
  }

  /** Decides which requests the lists block, and names the filters. */
  match(lists, requests, options = {}) {
    const { names, texts } = listsOf(lists)
    if (!Array.isArray(requests)) throw invalid('expected an array', 'requests')
    // The requests come last: the lists are converted again only if what is before them changes.
    return this.#call(functions.match, { ...options, names, requests }, texts)[0].verdicts
  }

  /** Explains a filter: its parts, its rules, and what is not exact. */
  explain(filter, options = {}) {
    return this.#call(functions.explain, options, [bytesOf(filter, 'filter')])[0]
  }

  /** Returns the names for an editor: targets, dialects, kinds of requests, and the options of filters. */
  vocabulary() {
    return this.#call(functions.vocabulary, {}, [])[0]
  }

  #call(number, options, lists) {
    const written = writtenOptions(options)
    let parts
    try {
      parts = this.#run(number, [written, ...lists])
    } catch (error) {
      // The memory is in an unknown state: another call begins with a new one.
      this.#start()
      throw new SluiceError({
        code: error instanceof RangeError ? 'too-complex' : 'out-of-memory',
        message: `the call needs more memory than there is (${error.message})`,
      })
    }
    parts[0] = JSON.parse(decoder.decode(parts[0]))
    if (parts[0].error) throw new SluiceError(parts[0].error)
    return parts
  }

  #run(number, parts) {
    const { memory, malloc, free, call } = this.#exports
    const count = parts.reduce((sum, part) => sum + 4 + part.length, 4)
    const address = malloc(count) >>> 0
    if (address === 0) throw new Error('no memory for the lists')
    let view = new DataView(memory.buffer)
    view.setUint32(address, parts.length, true)
    let offset = address + 4
    for (const part of parts) {
      view.setUint32(offset, part.length, true)
      new Uint8Array(memory.buffer, offset + 4, part.length).set(part)
      offset += 4 + part.length
    }
    const result = call(number, address, count) >>> 0
    free(address)
    view = new DataView(memory.buffer)
    offset = result + 8
    const output = Array.from({ length: view.getUint32(result + 4, true) }, () => {
      const length = view.getUint32(offset, true)
      const part = new Uint8Array(memory.buffer, offset + 4, length).slice()
      offset += 4 + length
      return part
    })
    free(result)
    return output
  }
}

/**
 * Loads the module.
 *
 * @param source the module, its bytes, a response, or a URL; the file `sluice.wasm` next to this one if it is absent
 */
export async function load(source) {
  return new Sluice(await compile(source))
}

/** Compiles the module from a source as in `load`. A compiled module can be sent to workers, which load it. */
export async function compile(source = new URL('sluice.wasm', import.meta.url)) {
  source = await source
  if (source instanceof WebAssembly.Module) return source
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source)
  if (typeof Response !== 'undefined' && source instanceof Response) {
    if (!source.ok) throw new SluiceError({ code: 'not-found', message: `${source.url}: HTTP ${source.status}` })
    // Compiles while the bytes arrive. Browsers only do that for this type.
    const isTyped = source.headers.get('content-type')?.split(';')[0].trim() === 'application/wasm'
    return isTyped ? WebAssembly.compileStreaming(source) : WebAssembly.compile(await source.arrayBuffer())
  }
  const url = new URL(source, import.meta.url)
  if (url.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises')
    return WebAssembly.compile(await readFile(url))
  }
  return compile(await fetch(url))
}

/**
 * Returns the filters of each rule: for each list of a source map, an array with the filters of its rules.
 *
 * @param sourceMap the source map of `convert`
 */
export function filtersOfRules({ sources, lines, texts, lists }) {
  const filters = []
  for (const { name: file, filters: count } of sources) {
    let line = 0
    for (const end = filters.length + count; filters.length < end; ) {
      line += lines[filters.length]
      filters.push({ file, line, text: texts[filters.length] })
    }
  }
  return lists.map(({ sizes, origins }) => {
    let at = 0
    return sizes.map((size) => {
      const found = []
      let last = 0
      for (const end = at + size; at < end; at += 1) {
        // A negative number ends a run.
        for (let index = origins[at] < 0 ? last + 1 : origins[at]; index <= Math.abs(origins[at]); index += 1) {
          found.push(filters[index])
        }
        last = Math.abs(origins[at])
      }
      return found
    })
  })
}

/**
 * Loads the module in a worker. The functions are those of `Sluice`, but return promises.
 *
 * @param {Worker} [worker] a worker that runs `sluice-worker.js`
 */
export function loadInWorker(worker = new Worker(new URL('sluice-worker.js', import.meta.url), { type: 'module' })) {
  const waiting = new Map()
  let last = 0
  worker.addEventListener('message', ({ data: { id, result, error } }) => {
    const { resolve, reject } = waiting.get(id)
    waiting.delete(id)
    if (error) return reject(error.code ? new SluiceError(error) : new Error(error.message))
    if (Array.isArray(result?.lists)) {
      result.lists = result.lists.map(({ bytes, ...fields }) => new RuleList(fields, bytes))
    }
    resolve(result)
  })
  worker.addEventListener('error', (event) => {
    for (const { reject } of waiting.values()) reject(new Error(event.message || 'the worker did not start'))
    waiting.clear()
  })
  // The module is compiled while the worker starts. If that fails, each call does.
  const sent = compile().then((module) => worker.postMessage({ module }))
  sent.catch(() => {})
  const call = async (name, ...rest) => {
    await sent
    return new Promise((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve, reject })
      worker.postMessage({ id: last, name, arguments: rest })
    })
  }
  return {
    convert: (...rest) => call('convert', ...rest),
    check: (...rest) => call('check', ...rest),
    match: (...rest) => call('match', ...rest),
    explain: (...rest) => call('explain', ...rest),
    vocabulary: () => call('vocabulary'),
    terminate: () => worker.terminate(),
  }
}

function invalid(message, path) {
  return new SluiceError({ code: 'invalid-argument', message, path })
}

function bytesOf(text, path) {
  if (typeof text === 'string') return encoder.encode(text)
  if (text instanceof Uint8Array) return text
  throw invalid('expected a string or a Uint8Array', path)
}

/** Returns the options as JSON, which has no big integers and no circles. */
function writtenOptions(options) {
  try {
    return encoder.encode(JSON.stringify(options))
  } catch (error) {
    throw invalid(`the options cannot be written as JSON: ${error.message}`, 'options')
  }
}

/** Reads one list or an array of lists, each a text or an object with a name and a text. */
function listsOf(value) {
  const names = []
  const texts = []
  const all = Array.isArray(value) ? value : [value]
  all.forEach((list, index) => {
    const isNamed = list !== null && typeof list === 'object' && !(list instanceof Uint8Array)
    const path = Array.isArray(value) ? `lists[${index}]` : 'lists'
    if (isNamed && list.name !== undefined && typeof list.name !== 'string') {
      throw invalid('expected a string', `${path}.name`)
    }
    names.push((isNamed && list.name) || '')
    texts.push(isNamed ? bytesOf(list.text, `${path}.text`) : bytesOf(list, path))
  })
  return { names, texts }
}

/** Returns a label that is not ASCII in Punycode. */
function asciiHost(bytes) {
  try {
    const text = strictDecoder.decode(bytes)
    // Characters that separate the parts of a URL would end the host.
    if (/[^a-z0-9._\-\u0080-\u{10ffff}]/u.test(text)) return undefined
    return encoder.encode(asciiLabel(text))
  } catch {
    return undefined
  }
}

/** Scalars without visible form, letters, and other scalars of words: the cases of `Category` in Swift. */
const categories = [/[\p{C}\p{Zl}\p{Zp}]/u, /\p{L}/u, /[\p{Mn}\p{Mc}\p{Nd}\p{Pc}]/u]

const isRightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Returns a label in ASCII. Throws if IDNA does not allow it: URLs check less than that, and not all engines the same. */
function asciiLabel(label) {
  const ignored = /[\u00ad\u200b-\u200d\u2060\ufe00-\ufe0f]/gu
  const mapped = [...label.normalize('NFKC').toLowerCase().replace(ignored, '')]
  const isLetter = (character) => /\p{L}/u.test(character)
  const mixesDirections =
    mapped.some((one) => isRightToLeft.test(one)) &&
    (!isLetter(mapped[0]) || mapped.some((one) => isLetter(one) && !isRightToLeft.test(one)))
  if (mixesDirections) throw new Error('not a label')
  // Alone, a label of digits would be an IPv4 address.
  const { hostname } = new URL(`https://${label}.a/`)
  if (!hostname.endsWith('.a')) throw new Error('not a host')
  return hostname.slice(0, -2)
}
