// Runs sluice.wasm in Node, and compares it with the native program.
//
// SLUICE_RECORD=FILE writes the first conversions with digests of their results, for other engines; with SLUICE_FULL=1,
// all conversions.
//
// node run.js PACKAGE PROGRAM LISTS: the folder of the package, the native program (empty for none), a folder of real lists
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { digestOf } from './digest.js'

const [folder, program, shared] = process.argv.slice(2)
const { filtersOfRules, load, SluiceError } = await import(pathToFileURL(join(resolve(folder), 'sluice.js')))
const isFull = process.env.SLUICE_FULL === '1'
const started = performance.now()
const sluice = await load()
console.log(`loaded in ${Math.round(performance.now() - started)} ms`)

// A generator with a seed, so that a failure can be repeated.
let state = Number(process.env.SLUICE_SEED ?? 1)
function random(count) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return Math.floor((state / 2 ** 32) * count)
}
const pick = (array) => array[random(array.length)]

function filesBelow(path, end) {
  if (!existsSync(path)) return []
  return readdirSync(path, { recursive: true })
    .filter((name) => name.endsWith(end))
    .sort()
    .map((name) => join(path, name))
}
const sampleFiles = readdirSync('Samples')
  .filter((name) => name.endsWith('.txt') && !name.endsWith('.diagnostics.txt'))
  .sort()
  .map((name) => join('Samples', name))
assert(sampleFiles.length > 3, 'there are samples')

// MARK: The same bytes as the native program

const work = mkdtempSync(join(tmpdir(), 'sluice-wasm-'))
process.on('exit', () => rmSync(work, { recursive: true, force: true }))

function native(file, options) {
  const output = join(work, 'list.json')
  const map = join(work, 'list.map')
  const flags = ['--target', options.target ?? 'any']
  if (options.split) flags.push('--split')
  if (options.domainScope) flags.push('--domain-scope', options.domainScope)
  if (options.genericHiding) flags.push('--generic-hiding', options.genericHiding)
  const run = spawnSync(
    program,
    ['convert', '--allow-empty', '--format', 'jsonl', ...flags, file, '-o', output, '--source-map', map],
    { maxBuffer: 1 << 30 },
  )
  if (run.status === 2 && run.stderr.toString().includes(', not a filter list')) return undefined
  assert.equal(run.status, 0, `${program} ${flags} ${file}: ${run.stderr.subarray(0, 500)}`)
  const lines = run.stderr.toString().split('\n').filter((line) => line)
  const names = options.split ? ['list.network.json', 'list.cosmetic.json'] : ['list.json']
  return {
    lists: names.map((name) => readFileSync(join(work, name))),
    map: JSON.parse(readFileSync(map)),
    diagnostics: lines.map((line) => JSON.parse(line)).filter((line) => line.outcome),
    summary: JSON.parse(lines.at(-1)).summary,
  }
}

/** Conversions that are equal to those of the native program, to be repeated in other engines. */
const record = { texts: [], conversions: [] }

function compare(file, options) {
  const expected = native(file, options)
  const convert = () => sluice.convert({ name: file, text: readFileSync(file) }, { ...options, sourceMap: true })
  const what = `${file} ${JSON.stringify(options)}`
  if (!expected) {
    assert.throws(convert, (error) => error.code === 'foreign-text' && error.file === file, what)
    return false
  }
  const result = convert()
  assert.equal(result.lists.length, expected.lists.length, what)
  expected.lists.forEach((bytes, index) => {
    if (bytes.compare(result.lists[index].bytes) !== 0) {
      const place = bytes.findIndex((byte, at) => byte !== result.lists[index].bytes[at])
      const part = (text) => Buffer.from(text).subarray(Math.max(place - 200, 0), place + 200)
      assert.fail(`${what}: list ${index} differs at ${place}:\n${part(bytes)}\n---\n${part(result.lists[index].bytes)}`)
    }
  })
  assert.deepEqual(result.sourceMap, expected.map, what)
  assert.deepEqual(result.diagnostics, expected.diagnostics, what)
  for (const key of ['lines', 'filters', 'converted', 'approximated', 'reasons', 'notes', 'lists']) {
    assert.deepEqual(result.summary[key], expected.summary[key], `${what}: ${key}`)
  }
  if (process.env.SLUICE_RECORD && (isFull || record.conversions.length < 300)) {
    const text = readFileSync(file, 'latin1')
    if (record.texts.at(-1) !== text) record.texts.push(text)
    record.conversions.push({ text: record.texts.length - 1, name: file, options, digest: digestOf(result) })
  }
  return true
}

const odd = [
  '||bücher.example^', '||ä_b.example^$third-party', '||%41ä.example^', '||１.2.3.4^', '||xn--zzzz.example^', '||faß.example^',
  'страна.example##.ad', '||☃.net^$domain=日本.example|~中国.example', '||a\u200db.example^', '0.0.0.0 münchen.example',
  '||É.example^', '||ab--cd.ä^', '||-ä-.example^', '||אב.example^', '||א1ב.a.example^', '||ﬁsch.example^', '||。.example^',
  '||１.2.3.4', '||1。2.3.4', '||１.2', '||１', '||１.2.3.4.5', '||0x１.2', '||１.2.3.400^', '||１.2.3.4.', '||１.2.3.4..a', '||a.１^', '||examב.example^', '||1a.א^', '||א.1a^', '||1.א1^', '||א_.a^', '||٣.a^', '||א٣.a^', '||٣א.a^', '||…ä.a^', '||⒈ä.a^',
  '||ab--ä.example^', '||ä-.example^', '||－a.ä^',
  '||ä--a.example^', '||a--ä.example^', '||ab--cd.ä-a^', '||a\u2060b--ä.example^', '||ß-.ä^',
  '||example。com^', '||ä..example^', '!#if env_safari', '!#endif', '!#if (', '##.a:has(> .b)', '##+js(x, y)', '@@||a^$elemhide',
  '/a(b|c)d{2,3}/$script', '/(?=x)/', '||a^$unknwon', '||a.example^$domain=b.*|~c.b.*', 'a.example##^x', '||a^$badfilter',
  '\ufeff||a^', '\0', '||a^$removeparam=x', 'example.com#@#.x', '[$path=/x]a.example##.y', '*$denyallow=a.example', '@@*$ghide',
]
const sampleLines = sampleFiles.flatMap((file) => readFileSync(file, 'utf8').split('\n')).concat(odd)

function fuzzedList() {
  const lines = Array.from({ length: 1 + random(60) }, () => {
    let line = pick(sampleLines)
    for (let edits = random(3); edits > 0; edits -= 1) {
      const at = random(line.length + 1)
      const other = pick(sampleLines)
      switch (random(4)) {
        case 0: line = line.slice(0, at) + other.slice(random(other.length + 1)); break
        case 1: line = line.slice(0, at) + pick([...'|^*$,=~@#/.:()[]ä \\']) + line.slice(at); break
        case 2: line = line.slice(0, at) + line.slice(at + 1 + random(4)); break
        default: line = `${line},${other.split('$')[1] ?? 'script'}`
      }
    }
    return line
  })
  return Buffer.from(lines.join(pick(['\n', '\n', '\r\n'])))
}

const someOptions = [
  {}, { target: 'safari-16.4' }, { target: 'safari-17', split: true }, { target: 'webkitgtk-2.50' },
  { domainScope: 'frame' }, { genericHiding: 'scripted' },
]
const targets = sluice.vocabulary().targets.flatMap((target) => [{ target }, { target, split: true }])
const allOptions = [...targets, ...someOptions.filter((options) => !options.target)]
if (program && existsSync(program)) {
  let compared = 0
  let refused = 0
  const all = (file, choices) => {
    for (const options of choices) {
      if (compare(file, options)) compared += 1
      else refused += 1
    }
  }
  for (const file of sampleFiles) all(file, someOptions)
  const odds = join(work, 'odd.txt')
  writeFileSync(odds, odd.join('\n'))
  all(odds, someOptions)
  for (let number = isFull ? 2000 : 120; number > 0; number -= 1) {
    const file = join(work, 'fuzzed.txt')
    const seed = state
    writeFileSync(file, fuzzedList())
    try {
      if (compare(file, pick(isFull ? allOptions : someOptions))) compared += 1
      else refused += 1
    } catch (error) {
      console.error(`SLUICE_SEED=${seed} gives this list:\n${readFileSync(file)}`)
      throw error
    }
  }
  const real = filesBelow(shared, '.txt').filter((file) => isFull || file.endsWith('easylist.txt'))
  for (const file of real) all(file, isFull ? allOptions : [{}])
  if (process.env.SLUICE_RECORD) writeFileSync(process.env.SLUICE_RECORD, JSON.stringify(record))
  assert(refused < compared / 4, `the program refuses ${refused} lists`)
  console.log(`${compared} conversions have the same lists, source maps and diagnostics as the native program, ${real.length} of real lists`)

  const easylist = join(shared, 'easylist.txt')
  if (existsSync(easylist)) {
    const text = readFileSync(easylist)
    const before = process.cpuUsage()
    sluice.convert(text)
    const used = process.cpuUsage(before)
    const own = (used.user + used.system) / 1e6
    const timed = execFileSync(
      '/usr/bin/time',
      ['-f', '%U %S', '-o', join(work, 'time'), program, 'convert', '--threads', '1', '-q', easylist, '-o', join(work, 'list.json')],
    )
    assert.equal(timed.length, 0)
    const other = readFileSync(join(work, 'time'), 'utf8').trim().split(' ').reduce((sum, text) => sum + Number(text), 0)
    const factor = own / other
    console.log(`EasyList takes ${own.toFixed(2)} s of CPU, ${factor.toFixed(1)} times as much as the native program`)
    assert(factor <= 8, 'at most 8 times')
  }
} else {
  console.log('skipped: no native program was named, so nothing was compared with it')
}

// MARK: Results

const list = '||ads.example^$script\n@@||ads.example/ok^\n##.ad\n'
const [blocked, allowed] = sluice.match({ name: 'a.txt', text: list }, [
  { url: 'https://ads.example/x.js', page: 'https://news.example/', type: 'script' },
  { url: 'https://ads.example/ok', page: 'https://news.example/', type: 'script' },
])
assert.equal(blocked.decision, 'blocked')
assert.deepEqual(blocked.rules[0].filters, [{ file: 'a.txt', line: 1, text: '||ads.example^$script' }])
assert.equal(allowed.decision, 'allowed')
assert.equal(allowed.exceptions[0].filters[0].line, 2)
assert.equal(sluice.explain('||ads.example^$script').outcome, 'converted')
assert.equal(sluice.check(sluice.convert(list).lists[0].json).summary.accepted, true)
assert.equal(sluice.check('[{"trigger":{"url-filter":"("},"action":{"type":"block"}}]').summary.accepted, false)
assert.deepEqual(JSON.parse(sluice.convert(list).lists[0].json).length, sluice.convert(list).lists[0].rules)
assert.equal(sluice.convert([list, { text: new Uint8Array([0xff, 0x0a]) }], { accepts: 'anything' }).summary.lists[1].file, 'list 2')

const mapped = sluice.convert([{ name: 'a', text: '! x\n##.a\n##.b\n##.c' }, { name: 'b', text: '||a.example^' }], { sourceMap: true })
const ofRules = filtersOfRules(mapped.sourceMap)[0].filter((filters) => filters.length)
assert.deepEqual(ofRules.map((filters) => filters.map(({ file, line, text }) => `${file} ${line} ${text}`)).sort(), [
  ['a 2 ##.a', 'a 3 ##.b', 'a 4 ##.c'], ['b 1 ||a.example^'],
])

for (const [path, call] of [
  ['options.target', () => sluice.convert(list, { target: 'safari-1' })],
  ['options.nothing', () => sluice.convert(list, { nothing: 1 })],
  ['lists', () => sluice.convert(1)],
  ['lists[1].text', () => sluice.convert([list, { text: null }])],
  ['requests[1]', () => sluice.match(list, [{ page: 'https://a.example/' }, { page: 'x' }])],
  ['options.maxRules', () => sluice.convert(list, { maxRules: 1 })],
  ['options', () => sluice.convert(list, { maxRules: 1n })],
]) {
  assert.throws(call, (error) => error instanceof SluiceError && error.path === path && error.message.length > 5, path)
}
assert.throws(() => sluice.convert(list, { define: [1n] }), (error) => error.code === 'invalid-argument')
assert.throws(
  () => sluice.match({ name: 'x.json', text: '[{"trigger":{}}]' }, [{ page: 'https://a.example/' }]),
  (error) => error.code === 'rejected-list' && error.file === 'x.json' && error.line === 1,
)

// MARK: Texts that are not lists

const request = [{ page: 'https://a.example/' }]
for (const [text, message] of [
  ['<!DOCTYPE html>\n<html><title>Sign in</title>', 'this is an HTML sign-in page, not a filter list'],
  ['<html><title>404</title>', 'this is an HTML page, not a filter list'],
  ['404: Not Found', 'this is an error text, not a filter list'],
  ['{"message":"Not Found"}', 'this is JSON, not a filter list'],
]) {
  for (const call of [
    () => sluice.convert({ name: 'a.txt', text }), () => sluice.convert([list, { name: 'a.txt', text }]),
    () => sluice.match({ name: 'a.txt', text }, request),
    () => sluice.convert({ name: 'a.txt', text }, { accepts: 'typed-filters' }),
  ]) {
    assert.throws(call, (error) => error.code === 'foreign-text' && error.message === message && error.file === 'a.txt', text)
  }
  assert.equal(sluice.convert(text, { accepts: 'anything' }).lists.length, 1)
}
assert.throws(() => sluice.convert('ads'), (error) => error.code === 'foreign-text' && error.line === 1)
assert.equal(sluice.convert('ads-banner', { accepts: 'typed-filters' }).summary.filters, 1)
// WebKit takes no list without a rule.
assert.equal(sluice.convert('').lists[0].rules, 0)
assert.equal(JSON.parse(sluice.convert('').lists[0].json).length, 1)
assert.throws(() => sluice.check(list), (error) => error.message === 'this is a filter list, not a rule list')

// MARK: Hostile input

const nested = (open, close, depth) => open.repeat(depth) + close.repeat(depth)
const hostile = [
  nested('[', ']', 200_000), nested('{"a":', '}', 100_000), `/${nested('(', ')', 50_000)}/`, `##${nested(':is(', ')', 50_000)}`,
  `##${nested(':not(', ')', 5_000)}`, `!#if ${nested('(', ')', 100_000)}`, `||${'a.'.repeat(100_000)}^`, '*'.repeat(1_000_000),
  `a.example,${'b.example,'.repeat(100_000)}##.x`, `||a^$domain=${'x.*|'.repeat(20_000)}`, `/${'a{9}'.repeat(10_000)}/`,
  '||a^$' + 'script,'.repeat(100_000), '\n'.repeat(1_000_000), '"', '\\', '{', '\u0000'.repeat(1000), `/${'[a-z]*'.repeat(5_000)}/`,
]
let failures = 0
const attempt = (call) => {
  try {
    call()
  } catch (error) {
    assert(error instanceof SluiceError, `${error.stack}`)
    assert(!['out-of-memory', 'too-complex'].includes(error.code), `the module stopped: ${error.message}`)
    failures += 1
  }
}
const attack = (text) => {
  attempt(() => sluice.convert(text, { sourceMap: true, costs: 5, accepts: 'anything' }))
  attempt(() => sluice.check(text, { target: 'safari-17', costs: 5 }))
  attempt(() => sluice.explain(text))
  attempt(() => sluice.match(text, [{ url: 'https://a.example/b.js', page: 'https://a.example/' }], { accepts: 'anything' }))
}
for (const text of hostile) attack(text)
for (let number = isFull ? 2000 : 200; number > 0; number -= 1) {
  const bytes = fuzzedList()
  for (let edits = random(30); edits > 0 && bytes.length; edits -= 1) bytes[random(bytes.length)] = random(256)
  attack(new Uint8Array(bytes))
  const json = sluice.convert(fuzzedList(), { accepts: 'anything' }).lists[0].bytes
  for (let edits = random(4); edits > 0; edits -= 1) json[random(json.length)] = random(128)
  attempt(() => sluice.check(json))
  attempt(() => sluice.match(json, [{ url: 'https://a.example/b.js', page: 'https://a.example/' }]))
}
console.log(`hostile input: ${failures} errors, no trap`)

// MARK: Memory

const small = readFileSync(sampleFiles[0])
sluice.match('', [])
const rounds = 10_000
for (let round = 0; round < 100; round += 1) sluice.convert(small)
const usedBefore = sluice.usedBytes
for (let round = 0; round < rounds; round += 1) sluice.convert(small, round % 2 ? { sourceMap: true } : { split: true })
sluice.convert(small)
assert.equal(sluice.usedBytes, usedBefore, 'conversions leave no memory')
console.log(`${rounds} conversions leave no memory; ${usedBefore} bytes are in use`)
