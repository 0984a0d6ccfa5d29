// Runs what Samples/SafariWebExtension does with the user's own filters, in Node with stand-ins for Safari.
//
// node web-extension.js PACKAGE: the folder of the package
import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [folder] = process.argv.slice(2)
const extension = 'Samples/SafariWebExtension/Extension'
const work = mkdtempSync(join(tmpdir(), 'sluice-extension-'))
process.on('exit', () => rmSync(work, { recursive: true, force: true }))
for (const name of ['sluice.js', 'sluice.wasm']) copyFileSync(join(resolve(folder), name), join(work, name))
for (const name of ['own-filters.js', 'declarative-rules.js']) copyFileSync(join(extension, name), join(work, name))
const { load } = await import(pathToFileURL(join(work, 'sluice.js')))
const { convertOwnFilters, useOwnFilters } = await import(pathToFileURL(join(work, 'own-filters.js')))
const { declarativeRules } = await import(pathToFileURL(join(work, 'declarative-rules.js')))
const sluice = await load()

// MARK: The manifest

const manifest = JSON.parse(readFileSync(join(extension, 'manifest.json')))
const pages = readFileSync(join(extension, manifest.options_ui.page), 'utf8')
const settings = readFileSync(join(extension, /<script type="module" src="([^"]+)">/.exec(pages)[1]), 'utf8')
assert(manifest.content_security_policy.extension_pages.includes("'wasm-unsafe-eval'"))
const used = { declarativeNetRequest: 'declarativeNetRequest', storage: 'storage', nativeMessaging: 'sendNativeMessage' }
const scripts = settings + readFileSync(join(extension, 'own-filters.js'), 'utf8')
for (const [permission, call] of Object.entries(used)) assert(scripts.includes(call), call)
assert.deepEqual(manifest.permissions.toSorted(), Object.keys(used).sort())
for (const [, id] of settings.matchAll(/element\('([^']+)'\)/g)) assert(pages.includes(`id="${id}"`), id)

// MARK: Rules

const one = (filters) => convertOwnFilters(sluice, filters)
const rule = (filters) => one(filters).declarative.filter(({ condition }) => condition.regexFilter !== '.*')

assert.deepEqual(rule('||ads.example^$script,third-party,domain=news.example')[0], {
  id: 1, priority: 1, action: { type: 'block' },
  condition: {
    regexFilter: '^[^:]+://([^/]+\\.)?ads\\.example[:/]', isUrlFilterCaseSensitive: true, resourceTypes: ['script'],
    domainType: 'thirdParty', initiatorDomains: ['news.example'],
  },
})
assert.deepEqual(rule('/x.js$domain=~a.example')[0].condition.excludedInitiatorDomains, ['a.example'])
const [block, exception] = rule('||ads.example^\n@@||ads.example/ok^')
assert(block.action.type === 'block' && exception.action.type === 'allow' && exception.priority >= block.priority)
const important = rule('||ads.example^$important\n@@||ads.example/ok^')
assert.equal(important.at(-1).action.type, 'block')
const [page] = one('@@||portal.example/app/$document').declarative.filter(({ action }) => action.type === 'allowAllRequests')
assert.deepEqual(page.condition.resourceTypes, ['main_frame'])
assert.deepEqual(one('||ads.example^\n##.ad\nshop.example##.x\n||pop.example^$popup').onlyInBlocker, [
  { line: 2, text: '##.ad', reason: 'hides elements' }, { line: 3, text: 'shop.example##.x', reason: 'hides elements' },
  { line: 4, text: '||pop.example^$popup', reason: 'blocks opened windows or reports' },
])
const raw = { trigger: { 'url-filter': 'x', 'resource-type': ['raw', 'csp-report'] }, action: { type: 'block' } }
assert.deepEqual(declarativeRules([raw]).rules[0].condition.resourceTypes, ['xmlhttprequest', 'websocket', 'ping', 'other'])
assert.equal(one('/x$domain=a.*').onlyInBlocker[0].reason, 'applies to pages that are not a whole site')
assert.equal(one('a.example##p:has-text(x)').inexact[0].line, 1)
assert.deepEqual(one('a.example##p:has-text(x)').declarative, [])
assert.equal(one('ads-banner').filterCount, 1)
assert.throws(() => one('<!DOCTYPE html>\n<html>'), (error) => error.code === 'foreign-text')
// Without its exception, the block would block too much.
assert.deepEqual(one('||ads.example^\n@@||ads.example/ok^$domain=a.*\n||b.example^$important').onlyInBlocker.map(({ line }) => line), [1, 2])

// MARK: The same verdicts as the content blocker

const samples = ['hosts-and-paths', 'types-and-pages', 'exceptions'].map((name) => readFileSync(`Samples/${name}.txt`, 'utf8'))
const types = { script: 'script', image: 'image', stylesheet: 'stylesheet', fetch: 'xmlhttprequest', websocket: 'websocket' }
const isBelow = (host, domain) => host === domain || host.endsWith(`.${domain}`)

/** Decides a request of a page's own document as declarativeNetRequest does. */
function isBlocked(rules, { url, page, type }) {
  const pageHost = new URL(page).hostname
  const site = (host) => host.split('.').slice(-2).join('.')
  const matching = (address, kind) => rules.filter(({ condition: one }) =>
    new RegExp(one.regexFilter, one.isUrlFilterCaseSensitive ? '' : 'i').test(address) &&
    (one.resourceTypes ? one.resourceTypes.includes(kind) : kind !== 'main_frame') &&
    (!one.domainType || (one.domainType === 'firstParty') === (site(new URL(address).hostname) === site(pageHost))) &&
    (!one.initiatorDomains || one.initiatorDomains.some((domain) => isBelow(pageHost, domain))) &&
    !one.excludedInitiatorDomains?.some((domain) => isBelow(pageHost, domain)))
  const highest = (found) => Math.max(0, ...found.map(({ priority }) => priority))
  const own = matching(url, types[type])
  const exceptions = [
    ...own.filter(({ action }) => action.type === 'allow'),
    ...matching(page, 'main_frame').filter(({ action }) => action.type === 'allowAllRequests'),
  ]
  return highest(own.filter(({ action }) => action.type === 'block')) > highest(exceptions)
}

let compared = 0
let blocked = 0
for (const text of samples) {
  const { declarative, list } = one(text)
  const rules = JSON.parse(list)
  const unsupported = new Set(declarativeRules(rules).unsupported.map(({ index }) => index))
  // Without rules that cannot be expressed, the verdicts are equal. With them, the list may block more, never less.
  const kept = JSON.stringify(rules.filter((_, index) => !unsupported.has(index)))
  const hosts = [...new Set(text.match(/[a-z0-9-]+\.example/g))]
  const paths = ['/', '/ads/banner.js', '/allowed/x', '/opt-out', '/g.js', '/h.js', '/i.js', '/app/x?ad=1']
  const requests = hosts.flatMap((host) => paths.flatMap((path) => Object.keys(types).map((type) => (
    { url: `https://${host}${path}`, page: `https://${hosts[(host.length + path.length) % hosts.length]}/app/`, type }))))
  const whole = sluice.match({ name: 'rules.json', text: list }, requests)
  sluice.match({ name: 'rules.json', text: kept }, requests).forEach(({ decision }, index) => {
    const request = JSON.stringify(requests[index])
    assert.equal(isBlocked(declarative, requests[index]), decision === 'blocked', request)
    assert(decision !== 'blocked' || whole[index].decision === 'blocked', `blocked too much: ${request}`)
    compared += 1
    blocked += decision === 'blocked' ? 1 : 0
  })
}
assert(blocked > 20)

// MARK: Safari

let dynamic = [{ id: 7 }]
const messages = []
const browser = {
  declarativeNetRequest: {
    getDynamicRules: async () => dynamic,
    updateDynamicRules: async ({ removeRuleIds, addRules }) => {
      dynamic = dynamic.filter(({ id }) => !removeRuleIds.includes(id)).concat(addRules)
    },
  },
  runtime: {
    sendNativeMessage: async (application, message) => {
      messages.push(message)
      return JSON.parse(message.list).length > 900 ? { error: 'too long' } : { state }
    },
  },
}
let state = 'on'
const result = one('||ads.example^\n##.ad')
await useOwnFilters(browser, sluice, result, 'declarative')
assert.deepEqual(dynamic, result.declarative)
assert.equal(JSON.parse(messages[0].list).length, 1)
await useOwnFilters(browser, sluice, result, 'blocker')
assert.deepEqual(dynamic, [])
assert.equal(messages[1].list, result.list)
const long = one(Array.from({ length: 1000 }, (_, index) => `/path${index}/`).join('\n'))
await useOwnFilters(browser, sluice, result, 'declarative')
await assert.rejects(useOwnFilters(browser, sluice, long, 'blocker'), /too long/)
assert.deepEqual(dynamic, result.declarative)
// The other way also works while the content blocker is off.
state = 'off'
assert.equal(await useOwnFilters(browser, sluice, result, 'declarative'), true)
assert.equal(await useOwnFilters(browser, sluice, result, 'blocker'), false)
assert.deepEqual(dynamic, [])
console.log(`the web extension's rules have the verdicts of the content blocker for ${compared} requests, ${blocked} of them blocked`)
