// Loads a module of the page under node.
import fs from 'node:fs'
import { webcrypto } from 'node:crypto'

/** Compiles a module, to make any number of instances of it. */
export const compile = (path) => WebAssembly.compile(fs.readFileSync(path))

/** An instance, with calls that take and give bytes or text. */
export async function instantiate(compiled) {
  let exports
  const random = (place, count) =>
    webcrypto.getRandomValues(new Uint8Array(exports.memory.buffer, place, count))
  exports = (await WebAssembly.instantiate(compiled, { page: { random } })).exports
  const call = (name, input, ...rest) => {
    if (input != null) {
      const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input
      const place = exports.buffer(bytes.length)
      new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes)
    }
    const length = exports[name](...rest)
    if (length < 0) return null
    return new Uint8Array(exports.memory.buffer, exports.buffer(0), length).slice()
  }
  const text = (...input) => textOf(call(...input))
  return { exports, call, text }
}

export const textOf = (bytes) => bytes && new TextDecoder().decode(bytes)

/** Numbers that are the same in each run. */
export function seeded(seed) {
  return (limit) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return Math.floor((seed / 2 ** 32) * limit)
  }
}

/** What core.js of the page exports; node takes a file of that name for something else. */
const core = new URL('../../Sources/Page/web/core.js', import.meta.url)
export const { fieldsOf, kinds, ordersIn, record } = await import(
  `data:text/javascript,${encodeURIComponent(fs.readFileSync(core, 'utf8'))}`
)
