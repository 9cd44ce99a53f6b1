// The player, the contacts and the matches, in IndexedDB.
import { kinds, fieldsOf, record, textOf } from './core.js'

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

const settled = (request) =>
  new Promise((done, fail) => {
    request.onsuccess = () => done(request.result)
    request.onerror = () => fail(request.error)
  })

/**
 * Opens the store; throws if the browser refuses. With `sealFor`, which gives the seal of the browser
 * that names itself so, contacts and matches are kept sealed.
 */
export async function openStore(sealFor) {
  const request = indexedDB.open('tabletooth', 1)
  request.onupgradeneeded = () => {
    const base = request.result
    base.createObjectStore('player')
    base.createObjectStore('contacts', { keyPath: 'id' })
    base.createObjectStore('matches', { keyPath: 'session' })
    base.createObjectStore('entries', { autoIncrement: true }).createIndex('session', 'session')
  }
  const base = await settled(request)
  // The browser may clear what it has not promised to keep.
  navigator.storage?.persist?.()
  const store = new Store(base)
  if (sealFor) await store.seal(sealFor)
  return store
}

const names = ['player', 'contacts', 'matches', 'entries']

class Store {
  #base
  #seal
  /** The session of the match whose record the orders change. */
  session

  constructor(base) {
    this.#base = base
  }

  /** Keeps all under a seal from now on. */
  async seal(sealFor) {
    const browser = (await this.setting('browser')) ?? crypto.getRandomValues(new Uint8Array(16))
    this.#seal = await sealFor(hex(browser))
    await this.#write(async ({ player, contacts, matches, entries }) => {
      player.put(browser, 'browser')
      // Another computer may have read what was kept without a seal, or put it there.
      for (const { id, sealed } of await settled(contacts.getAll())) if (!sealed) contacts.delete(id)
      for (const { session, sealed } of await settled(matches.getAll())) {
        if (sealed) continue
        matches.delete(session)
        await this.#empty(entries, session)
      }
    })
  }

  /** The other player of a row, as the row keeps it. */
  #closed(place, key, secret, name) {
    if (this.#seal) return { sealed: this.#seal.close(place, record([key, secret, name])) }
    return { key, secret, name: textOf(name) }
  }

  /** The rows of which this page can read the other player, who was kept at the place that `placeOf` names. */
  #open(rows, placeOf) {
    return rows.flatMap((row) => {
      if (!row.sealed) return this.#seal ? [] : [row]
      const bytes = this.#seal?.open(placeOf(row), row.sealed)
      if (!bytes) return []
      const [key, secret, name] = fieldsOf(bytes)
      return [{ ...row, key, secret, name: textOf(name) }]
    })
  }

  /** Does `work` with all tables in one transaction, which is on disk when this returns. */
  async #write(work) {
    const transaction = this.#base.transaction(names, 'readwrite', { durability: 'strict' })
    const tables = Object.fromEntries(names.map((name) => [name, transaction.objectStore(name)]))
    const done = new Promise((resolve, fail) => {
      transaction.oncomplete = resolve
      transaction.onabort = () => fail(transaction.error)
    })
    await Promise.all([work(tables), done])
  }

  #read(table) {
    return this.#base.transaction(table).objectStore(table)
  }

  setting(name) {
    return settled(this.#read('player').get(name))
  }

  set(name, value) {
    return this.#write(({ player }) => player.put(value, name))
  }

  async contacts() {
    return this.#open(await settled(this.#read('contacts').getAll()), ({ id }) => `contact ${id}`)
  }

  forget(id) {
    return this.#write(({ contacts }) => contacts.delete(id))
  }

  /** The matches that can continue, the last one first. */
  async matches() {
    const rows = await settled(this.#read('matches').getAll())
    return this.#open(rows, ({ session }) => `match ${session}`)
      .filter((match) => !match.isClosed).sort((one, other) => other.at - one.at)
  }

  /** The journal and the chat of a match, as the module reads them. */
  async journal(session) {
    const entries = await settled(this.#read('entries').index('session').getAll(session))
    // An entry that cannot be read is damaged, and none has no bytes.
    const read = ({ bytes }) =>
      this.#seal ? this.#seal.open(`entry ${session}`, bytes) ?? new Uint8Array() : bytes
    const of = (kind) => record(entries.filter((entry) => entry.kind === kind).map(read))
    return [of(kinds.append), of(kinds.say)]
  }

  /** Ends the record: nobody waits for this match any longer. */
  close() {
    return this.#write((tables) => this.#change(tables, { isClosed: true }))
  }

  /** Carries out the orders that change what is kept. */
  async keep(orders) {
    if (!orders.length) return
    await this.#write(async (tables) => {
      for (const { kind, content } of orders) await this.#carryOut(tables, kind, content)
    })
  }

  async #change({ matches }, change) {
    const match = this.session && (await settled(matches.get(this.session)))
    if (match) await settled(matches.put({ ...match, ...change }))
  }

  async #empty(entries, session) {
    for (const key of await settled(entries.index('session').getAllKeys(session))) entries.delete(key)
  }

  async #carryOut(tables, kind, content) {
    const { matches, contacts, entries, player } = tables
    const { session } = this
    const add = (plain) => {
      const bytes = this.#seal ? this.#seal.close(`entry ${session}`, plain) : plain
      return entries.add({ session, kind: kind === kinds.say ? kind : kinds.append, bytes })
    }
    switch (kind) {
      case kinds.begin: {
        const [id, ...other] = fieldsOf(content)
        this.session = hex(id)
        matches.put({ session: this.session, id, ...this.#closed(`match ${this.session}`, ...other), at: Date.now() })
        return
      }
      case kinds.append:
      case kinds.say:
        await settled(add(content))
        return
      case kinds.replace:
        await this.#empty(entries, session)
        for (const bytes of fieldsOf(content)) add(bytes)
        return
      case kinds.discard:
        if (session) matches.delete(session)
        await this.#empty(entries, session)
        return
      case kinds.remember: {
        const other = fieldsOf(content)
        const id = hex(other[0])
        contacts.put({ id, ...this.#closed(`contact ${id}`, ...other) })
        return
      }
      case kinds.leave: return this.#change(tables, { isLeft: true })
      case kinds.clock: return this.#change(tables, { clock: content, clockAt: Date.now() })
      case kinds.game: player.put(content, 'game')
    }
  }
}

/** What stands in for the store if the browser refuses one: nothing outlives the page. */
export class Memory {
  contacts = async () => []
  matches = async () => []
  journal = async () => [record([]), record([])]
  setting = async () => undefined
  set = async () => {}
  forget = async () => {}
  close = async () => {}
  keep = async () => {}
}
