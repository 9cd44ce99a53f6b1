// The table in the module, with its clock, its connection and its record.
import { kinds, ordersIn, record, textOf } from './core.js'

const program = 'tabletooth-page/1'
/** The numbers of wishes, as `pageAct` in Sources/Page/Bridge counts them. */
const actions = [
  'accept', 'decline', 'resign', 'draw', 'takeBack', 'yes', 'no', 'pause', 'continue', 'again', 'quit', 'stepAway',
  'see', 'typing', 'silent', 'startOver',
]
const kept = new Set([
  kinds.begin, kinds.append, kinds.say, kinds.discard, kinds.remember, kinds.leave, kinds.replace,
  kinds.clock, kinds.game,
])

export class Table {
  #core
  #store
  #listener
  #timer
  #work = Promise.resolve()
  /** The connection, which a table against the robot does not have. */
  link
  hasEnded = false

  /** `listener` has `changed()`, `tell(notice, view)`, `end(reason)` and `fail(error)`. */
  constructor(core, store, listener) {
    this.#core = core
    this.#store = store
    this.#listener = listener
  }

  /** Begins a table, continues `match` or watches; false if the name is no name. */
  async start(name, match, isWatching) {
    const contacts = await this.#store.contacts()
    const known = match ? [match, ...contacts.filter((contact) => contact.name !== match.name)] : contacts
    const fields = [name, program, record(known.flatMap(({ key, secret, name }) => [key, secret, name]))]
    if (match) {
      const clock = match.clock ? [match.clock, record([String(Date.now() - match.clockAt)])] : []
      fields.push(match.id, match.key, ...(await this.#store.journal(match.session)))
      if (clock.length) fields.push(new Uint8Array([...clock[0], ...clock[1]]))
    }
    this.#store.session = match?.session
    return this.#give(isWatching ? 'start_watching' : 'start', record(fields))
  }

  /** Begins or continues a game against the robot. */
  startAlone(fields) {
    return this.#give('start_alone', record(fields))
  }

  up(size) {
    this.#give('up', null, size)
  }

  down() {
    this.#give('down')
  }

  packet(bytes, size) {
    this.#give('packet', bytes, size)
  }

  act(name) {
    return this.#give('act', null, actions.indexOf(name))
  }

  /** Plays a move; false if it is none. */
  move(text) {
    return this.#give('move', text)
  }

  robotMove(text) {
    return this.#give('robot_move', text)
  }

  /** Says something; false if it is too long or empty. */
  say(text) {
    return this.#give('say', text)
  }

  /** What there is to draw. */
  get view() {
    return JSON.parse(textOf(this.#core.call('view', null, performance.now())))
  }

  #give(name, input, ...rest) {
    if (this.hasEnded) return false
    const output = this.#core.call(name, input, ...rest, performance.now())
    if (!output) return false
    const orders = ordersIn(output)
    // The connection may end while the record is being closed.
    if (orders.some(({ kind }) => kind === kinds.end)) this.link?.retire()
    // A notice is about the table as it is now, whatever happens while its record is being kept.
    const view = orders.some(({ kind }) => kind === kinds.tell) ? this.view : undefined
    this.#work = this.#work.then(() => this.#carryOut(orders, view)).catch((error) => this.#listener.fail(error))
    this.#arm()
    return true
  }

  /** What is kept is on disk before a packet acknowledges it. */
  async #carryOut(orders, view) {
    const keeps = orders.filter(({ kind }) => kept.has(kind))
    try {
      await this.#store.keep(keeps)
    } catch (error) {
      this.#listener.notKept(error)
    }
    for (const { kind, content } of orders) if (kind === kinds.send) this.link?.send(content)
    if (orders.some(({ kind }) => kind === kinds.disconnect)) this.link?.hangUp()
    if (this.hasEnded) return
    for (const { kind, content } of orders) {
      if (kind === kinds.tell) this.#listener.tell(JSON.parse(textOf(content)), view)
    }
    const end = orders.find(({ kind }) => kind === kinds.end)
    if (end) await this.#finish(JSON.parse(textOf(end.content)))
    else this.#listener.changed()
  }

  async #finish(reason) {
    this.hasEnded = true
    clearTimeout(this.#timer)
    // Nobody continues such a match.
    if (['game-over', 'unknown-match'].includes(reason.kind)) await this.#store.close().catch(() => {})
    await this.link?.close()
    this.#listener.end(reason)
  }

  /** Ends the table for the page, whatever the host knows. */
  abandon() {
    this.hasEnded = true
    clearTimeout(this.#timer)
    this.link?.close()
  }

  #arm() {
    clearTimeout(this.#timer)
    const deadline = this.#core.exports.deadline()
    if (deadline < 0) return
    // A timer holds 31 bits.
    const time = Math.min(Math.max(0, deadline - performance.now()), 2 ** 31 - 1)
    this.#timer = setTimeout(() => this.#give('tick'), time)
  }
}
