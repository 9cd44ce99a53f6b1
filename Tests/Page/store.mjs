// What the page keeps of contacts and matches, in a browser's store that lasts as long as this test.
//   node store.mjs MODULE
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { compile, instantiate, kinds, record } from './module.mjs'

// MARK: IndexedDB, as far as the page uses it

const soon = (result) => {
  const request = { result }
  queueMicrotask(() => request.onsuccess?.())
  return request
}

class ObjectStore {
  rows = new Map()
  constructor(options = {}) {
    this.options = options
  }
  createIndex() {}
  put(row, key = row[this.options.keyPath] ?? this.rows.size) {
    this.rows.set(key, structuredClone(row))
    return soon(key)
  }
  add = (row) => this.put(row)
  get = (key) => soon(structuredClone(this.rows.get(key)))
  getAll = () => soon(structuredClone([...this.rows.values()]))
  delete = (key) => soon(this.rows.delete(key))
  index = (name) => {
    const found = (value) => [...this.rows].filter(([, row]) => row[name] === value)
    return {
      getAll: (value) => soon(structuredClone(found(value).map(([, row]) => row))),
      getAllKeys: (value) => soon(found(value).map(([key]) => key)),
    }
  }
}

/** A browser, which keeps `stores`. */
class Browser {
  stores = {}
  createObjectStore(name, options) {
    return (this.stores[name] = new ObjectStore(options))
  }
  transaction() {
    const transaction = { objectStore: (name) => this.stores[name] }
    setImmediate(() => transaction.oncomplete?.())
    return transaction
  }
  open() {
    const request = { result: this }
    queueMicrotask(() => {
      if (!this.stores.player) request.onupgradeneeded()
      request.onsuccess()
    })
    return request
  }
  /** All that another page of this address can read, as text of one character a byte. */
  get text() {
    const texts = (value) => {
      if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1')
      if (typeof value === 'object' && value) return Object.entries(value).flat().map(texts).join('|')
      return String(value)
    }
    return Object.values(this.stores).flatMap(({ rows }) => [...rows].map(texts)).join('\n')
  }
}

// MARK: Pages

Object.defineProperty(globalThis, 'navigator', { value: {} })
const { openStore } = await import('../../Sources/Page/web/store.js')
const { sealFrom } = await import('../../Sources/Page/web/seal.js')
const core = await instantiate(await compile(process.argv[2]))

/** The store of a page that the host with this key serves in `browser`; of no host, without a key. */
function page(browser, host) {
  globalThis.indexedDB = browser
  globalThis.fetch = async (path) => {
    const [, name] = /^key\/([0-9a-f]{32})$/.exec(path)
    return { ok: true, status: 200, text: async () => createHmac('sha256', host).update(name).digest('hex') }
  }
  return openStore(host && ((name) => sealFrom(core, name)))
}

const bytes = (first, count) => Uint8Array.from({ length: count }, (_, index) => first + index)
const [id, key, secret, move, chat] = [bytes(1, 16), bytes(20, 32), bytes(100, 32), bytes(140, 9), bytes(160, 9)]
const session = Buffer.from(id).toString('hex')

/** Begins a match in a store, with a move and a chat message, and accepts its host as a contact. */
async function play(store) {
  const order = (kind, content) => ({ kind, content })
  await store.keep([
    order(kinds.begin, record([id, key, secret, 'Anna'])), order(kinds.append, move), order(kinds.say, chat),
    order(kinds.remember, record([key, secret, 'Anna'])),
  ])
}

async function contents(store) {
  const [contact, ...others] = await store.contacts()
  const [match, ...more] = await store.matches()
  assert.deepEqual([others, more], [[], []])
  for (const row of [contact, match]) assert.deepEqual([row?.key, row?.secret, row?.name], [key, secret, 'Anna'])
  assert.deepEqual(match.id, id)
  assert.deepEqual(await store.journal(session), [record([move]), record([chat])])
}

const holds = (browser, value) => browser.text.includes(Buffer.from(value).toString('latin1'))

// What a host's page keeps is of use to pages of that host alone.
const browser = new Browser()
await play(await page(browser, 'Anna'))
await contents(await page(browser, 'Anna'))
for (const value of [secret, move, chat, 'Anna']) assert.ok(!holds(browser, value))
for (const host of ['Eve', undefined]) {
  const other = await page(browser, host)
  assert.deepEqual([await other.contacts(), await other.matches()], [[], []])
}
await contents(await page(browser, 'Anna'))

// What another page of the address puts there counts for nothing.
const { contacts, matches, entries } = browser.stores
const [contact] = contacts.rows.values()
contacts.put({ ...contact, id: 'ff' })
matches.put({ ...[...matches.rows.values()][0], session: 'ff' })
await contents(await page(browser, 'Anna'))
entries.rows.get(0).bytes[20] ^= 1
assert.deepEqual((await (await page(browser, 'Anna')).journal(session))[0], record([new Uint8Array()]))

// A page of no host keeps all as it is; what stands there without a seal, a host's page deletes.
const plain = new Browser()
await play(await page(plain))
await contents(await page(plain))
assert.ok(holds(plain, secret))
const sealed = await page(plain, 'Anna')
assert.deepEqual([await sealed.contacts(), await sealed.matches()], [[], []])
for (const value of [secret, move, chat, 'Anna']) assert.ok(!holds(plain, value))

// A host that gives no key: nothing is kept.
globalThis.fetch = async () => ({ ok: false, status: 404 })
await assert.rejects(openStore((name) => sealFrom(core, name)))

// Inputs of any length, without a key or without a seal, are refused and do not trap.
for (const name of ['seal', 'unseal']) {
  for (const fields of [[], [key], [key, 'contact'], ['short', 'contact', bytes(0, 60)]]) {
    assert.equal(core.call(name, record(['', ...fields]).slice(4)), null)
  }
}
for (let count = 0; count < 60; count += 1) assert.equal(core.call('unseal', record([key, '', bytes(0, count)])), null)
console.log('what a page keeps opens for pages of its host alone')
