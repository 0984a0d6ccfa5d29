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
copyFileSync(join(extension, 'own-filters.js'), join(work, 'own-filters.js'))
const { load } = await import(pathToFileURL(join(work, 'sluice.js')))
const { convertOwnFilters, useOwnFilters } = await import(pathToFileURL(join(work, 'own-filters.js')))
const sluice = await load()

// MARK: The manifest

const manifest = JSON.parse(readFileSync(join(extension, 'manifest.json')))
const pages = readFileSync(join(extension, manifest.options_ui.page), 'utf8')
const settings = readFileSync(join(extension, /<script type="module" src="([^"]+)">/.exec(pages)[1]), 'utf8')
assert(manifest.content_security_policy.extension_pages.includes("'wasm-unsafe-eval'"))
// Without these rights, WebKit ignores rules that change requests.
assert.deepEqual(manifest.host_permissions, ['http://*/*', 'https://*/*'])
const used = { declarativeNetRequestWithHostAccess: 'declarativeNetRequest', storage: 'storage', nativeMessaging: 'sendNativeMessage' }
const scripts = settings + readFileSync(join(extension, 'own-filters.js'), 'utf8')
for (const [permission, call] of Object.entries(used)) assert(scripts.includes(call), call)
assert.deepEqual(manifest.permissions.toSorted(), Object.keys(used).sort())
for (const [, id] of settings.matchAll(/element\('([^']+)'\)/g)) assert(pages.includes(`id="${id}"`), id)

// MARK: Rules

const one = (filters) => convertOwnFilters(sluice, filters)

// Filters that block, hide or allow go to the content blocker alone.
const samples = ['hosts-and-paths', 'types-and-pages', 'exceptions'].map((name) => readFileSync(`Samples/${name}.txt`, 'utf8'))
const blocking = ['||ads.example^$script,third-party,domain=news.example', '||a.example^\n@@||a.example/ok^', '##.ad', '||pop.example^$popup', ...samples]
for (const text of blocking) {
  const { changes, ruleCount } = one(text)
  assert.deepEqual(changes, [], text)
  assert(ruleCount > 0, text)
}
// Filters that change requests go to declarativeNetRequest alone.
const changing = {
  '||shop.example^$removeparam=ref,xhr': { type: 'redirect', redirect: { transform: { queryTransform: { removeParams: ['ref'] } } } },
  '||shop.example^$removeheader=refresh': { type: 'modifyHeaders', responseHeaders: [{ header: 'refresh', operation: 'remove' }] },
  "||shop.example^$csp=img-src 'none'": {
    type: 'modifyHeaders',
    responseHeaders: [{ header: 'content-security-policy', operation: 'append', value: "img-src 'none'" }],
  },
}
for (const [text, action] of Object.entries(changing)) {
  const { changes, ruleCount, list } = one(text)
  assert.deepEqual(changes.map((rule) => rule.action), [action], text)
  assert.equal(ruleCount, 0, list)
}
const known = ['main_frame', 'sub_frame', 'stylesheet', 'xmlhttprequest', 'font', 'image', 'media', 'other', 'ping', 'script', 'websocket']
const filters = ['$removeparam=a', '$removeparam=b,domain=x.example', '$removeparam=c,domain=~x.example', '$removeparam=d,subdocument,xhr,domain=x.example',
  '$csp=img-src *', '@@||y.example^$removeparam', '@@$removeparam=c,domain=z.example', 'x.example##^responseheader(refresh)']
for (const { condition } of filters.flatMap((_, index) => one(filters.slice(0, index + 1).join('\n')).changes)) {
  // WebKit does not know csp_report, and frames have no initiator there.
  assert(condition.resourceTypes.length && condition.resourceTypes.every((type) => known.includes(type)))
  assert(!condition.resourceTypes.includes('sub_frame') || !(condition.initiatorDomains || condition.excludedInitiatorDomains))
}
assert.equal(one('a.example##p:has-text(x)').inexact[0].line, 1)
assert.equal(one('ads-banner').filterCount, 1)
assert.throws(() => one('<!DOCTYPE html>\n<html>'), (error) => error.code === 'foreign-text')

// MARK: Safari

let dynamic = [{ id: 7 }]
let state = 'on'
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
const result = one('||ads.example^\n$removeparam=utm_source')
assert(result.changes.length > 0)
assert.equal(await useOwnFilters(browser, result), true)
assert.deepEqual(dynamic, result.changes)
assert.equal(messages[0].list, result.list)
// A list that Safari refuses changes nothing.
const long = one(Array.from({ length: 1000 }, (_, index) => `/path${index}/`).join('\n'))
await assert.rejects(useOwnFilters(browser, long), /too long/)
assert.deepEqual(dynamic, result.changes)
// The rules of the extension are also set while the content blocker is off.
state = 'off'
const other = one('$removeparam=gclid')
assert.equal(await useOwnFilters(browser, other), false)
assert.deepEqual(dynamic, other.changes)
console.log(`the web extension changes requests with ${result.changes.length} rule, and its content blocker blocks`)
