// The connection to the host that serves this page, over a WebSocket.

/** True if the host serves this page; it marks the page then. */
export const isServed = document.documentElement.dataset.link === 'socket'

/** The longest packet of the protocol. */
const largest = 4106
/** The pauses between attempts to get a lost connection back, in milliseconds; the last one repeats. */
const pauses = [0, 200, 500, 1000, 2000, 5000]
/** The longest time that one attempt may take. */
const patience = 10_000
/** A host that reads nothing for so many bytes is gone. */
const mostWaiting = 1_000_000

const pause = (time) => new Promise((done) => setTimeout(done, time))

/** There is one host to choose. */
export const choose = async () => ({ name: location.host })

/** A connection that is made again when it is lost, until it is closed. */
export class Link {
  #socket
  #listener
  #isClosed = false

  /** `listener` has `up(size)`, `down()` and `packet(bytes, size)`. */
  constructor(_, listener) {
    this.#listener = listener
  }

  /** Connects for the first time, in at most `attempts`. */
  async connect(attempts = 3) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#open()
      } catch (error) {
        if (this.#isClosed || attempt >= attempts) throw error
        await pause(pauses[Math.min(attempt, pauses.length - 1)])
      }
    }
  }

  #open() {
    const address = new URL('socket', location.href)
    address.protocol = address.protocol.replace('http', 'ws')
    const socket = new WebSocket(address)
    socket.binaryType = 'arraybuffer'
    return new Promise((done, fail) => {
      const late = setTimeout(() => socket.close(), patience)
      socket.onopen = () => {
        clearTimeout(late)
        this.#socket = socket
        this.#listener.up(largest)
        done()
      }
      socket.onmessage = ({ data }) => this.#listener.packet(new Uint8Array(data), largest)
      socket.onclose = () => {
        clearTimeout(late)
        if (this.#socket === socket) this.#lose()
        else fail(new Error('closed'))
      }
    })
  }

  /** Sends a packet after all others. */
  send(packet) {
    const socket = this.#socket
    if (socket?.readyState !== WebSocket.OPEN) return
    if (socket.bufferedAmount > mostWaiting) return this.cut()
    socket.send(packet)
  }

  /** Ends this connection once all is sent; another one is made unless the link is closed. */
  async hangUp() {
    this.#socket?.close()
  }

  /** Makes no other connection when this one ends. */
  retire() {
    this.#isClosed = true
  }

  /** Ends the connection once all is sent. */
  async close() {
    this.retire()
    await this.hangUp()
  }

  /** Ends this connection at once, as if it was lost. */
  cut() {
    this.#socket?.close()
  }

  async #lose() {
    this.#socket = undefined
    this.#listener.down()
    for (let attempt = 0; !this.#isClosed; attempt += 1) {
      await pause(pauses[Math.min(attempt, pauses.length - 1)])
      if (this.#isClosed) return
      try {
        return await this.#open()
      } catch {
        // The host may be away; the next attempt follows.
      }
    }
  }
}
