// The module of Swift: bytes in, orders out.

/** The kinds of orders; `Page.Order` in Sources/Page/Bridge says what each means. */
export const kinds = {
  begin: 1, append: 2, say: 3, discard: 4, remember: 6, send: 7, disconnect: 8, tell: 9, end: 10,
  leave: 11, replace: 12, clock: 13, game: 14,
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()
export const bytesOf = (text) => encoder.encode(text)
export const textOf = (bytes) => decoder.decode(bytes)

/** Byte strings or texts in a row, each after its length in four bytes. */
export function record(fields) {
  const parts = fields.map((field) => (typeof field === 'string' ? bytesOf(field) : field))
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + 4 + part.length, 0))
  let place = 0
  for (const part of parts) {
    new DataView(bytes.buffer).setUint32(place, part.length, true)
    bytes.set(part, place + 4)
    place += 4 + part.length
  }
  return bytes
}

/** The byte strings of a record. */
export function fieldsOf(bytes) {
  const fields = []
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let place = 0; place < bytes.length; ) {
    const end = place + 4 + view.getUint32(place, true)
    fields.push(bytes.slice(place + 4, end))
    place = end
  }
  return fields
}

/** Loads a module, and gives its functions bytes or text. */
export async function load(url) {
  let exports
  const random = (place, count) => crypto.getRandomValues(new Uint8Array(exports.memory.buffer, place, count))
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  const module = await WebAssembly.instantiate(await response.arrayBuffer(), { page: { random } })
  exports = module.instance.exports
  return {
    exports,
    /** Calls a function with an input; null if it refuses that. */
    call(name, input, ...rest) {
      if (input != null) {
        const bytes = typeof input === 'string' ? bytesOf(input) : input
        // No bytes are an input too, and the module makes room for one.
        const place = exports.buffer(bytes.length)
        if (bytes.length) new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes)
      }
      const length = exports[name](...rest)
      if (length < 0) return null
      return new Uint8Array(exports.memory.buffer, exports.buffer(0), length).slice()
    },
  }
}

/** The orders in an output, each with its kind and content. */
export function ordersIn(bytes) {
  const orders = []
  const view = new DataView(bytes.buffer)
  for (let place = 0; place < bytes.length; ) {
    const end = place + 5 + view.getUint32(place + 1, true)
    orders.push({ kind: bytes[place], content: bytes.slice(place + 5, end) })
    place = end
  }
  return orders
}
