// The connection to the host over Bluetooth.

const service = '8569203e-231d-480a-942c-45370c11cdf8'
const notify = '8569203f-231d-480a-942c-45370c11cdf8'
const write = '85692040-231d-480a-942c-45370c11cdf8'

/** Each connection carries so many bytes. A packet of the host's shows that more fit. */
const smallest = 18
const largest = 508
/** The pauses between attempts to get a lost connection back, in milliseconds; the last one repeats. */
const pauses = [0, 200, 500, 1000, 2000, 5000]
/** The longest time that one attempt may take. */
const patience = 10_000

export const isSupported = () => 'bluetooth' in navigator

/** The last link. Chromium may give its values to the characteristic of a connection before it. */
let current

const pause = (time) => new Promise((done) => setTimeout(done, time))

/** Lets the player choose the computer of a host; throws a DOMException if none is chosen. */
export const choose = () => navigator.bluetooth.requestDevice({ filters: [{ services: [service] }] })

/** A connection that is made again when it is lost, until it is closed. */
export class Link {
  #device
  #characteristic
  #listener
  #size = smallest
  #sending = Promise.resolve()
  #isConnecting = false
  #isClosed = false

  /** `listener` has `up(size)`, `down()` and `packet(bytes, size)`. */
  constructor(device, listener) {
    this.#device = device
    this.#listener = listener
    device.ongattserverdisconnected = () => this.#lose()
  }

  /** Connects for the first time, in at most `attempts`. */
  async connect(attempts = 3) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#open()
      } catch (error) {
        if (this.#isClosed || attempt >= attempts) throw error
        await pause(pauses[attempt])
      }
    }
  }

  async #open() {
    this.#isConnecting = true
    const { gatt } = this.#device
    let timer
    const late = new Promise((_, fail) => {
      timer = setTimeout(() => fail(new Error('late')), patience)
    })
    try {
      await Promise.race([this.#subscribe(gatt), late])
    } catch (error) {
      gatt.disconnect()
      throw error
    } finally {
      clearTimeout(timer)
      this.#isConnecting = false
    }
    this.#sending = Promise.resolve()
    this.#listener.up(this.#size)
  }

  async #subscribe(gatt) {
    this.#size = smallest
    await gatt.connect()
    const found = await gatt.getPrimaryService(service)
    const [incoming, outgoing] = await Promise.all([found.getCharacteristic(notify), found.getCharacteristic(write)])
    incoming.oncharacteristicvaluechanged = ({ target: { value } }) => {
      current?.#receive(new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice())
    }
    current = this
    this.#characteristic = outgoing
    await incoming.startNotifications()
  }

  #receive(packet) {
    this.#size = Math.min(largest, Math.max(this.#size, packet.length))
    if (this.#characteristic) this.#listener.packet(packet, this.#size)
  }

  /** Sends a packet after all others. */
  send(packet) {
    const characteristic = this.#characteristic
    this.#sending = this.#sending.then(async () => {
      // What waits when the connection is lost belongs to that connection.
      if (characteristic !== this.#characteristic || !characteristic) return
      try {
        await characteristic.writeValueWithoutResponse(packet)
      } catch {
        if (characteristic === this.#characteristic) this.#device.gatt.disconnect()
      }
    })
  }

  /** Ends this connection once all is sent; another one is made unless the link is closed. */
  hangUp() {
    this.#sending = this.#sending.then(() => this.#device.gatt.disconnect())
    return this.#sending
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
    this.#device.gatt.disconnect()
  }

  async #lose() {
    if (!this.#characteristic) return
    this.#characteristic = undefined
    if (this.#isConnecting) return
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
