// The seal of what a page keeps that its host serves. Whichever computer has the host's address next can
// read all that the browser keeps for that address, but only the host gives the key again.
import { record } from './core.js'

/** Asks the host for the key of this browser, which names itself `browser`; throws if there is none. */
export async function sealFrom(core, browser) {
  const response = await fetch(`key/${browser}`, { cache: 'no-store' })
  const digits = response.ok ? await response.text() : ''
  if (!/^[0-9a-f]{64}$/.test(digits)) throw new Error(`no key: ${response.status}`)
  return new Seal(core, Uint8Array.from(digits.match(/../g), (byte) => parseInt(byte, 16)))
}

export class Seal {
  #core
  #key

  constructor(core, key) {
    this.#core = core
    this.#key = key
  }

  /** Seals bytes, which open for this purpose alone. */
  close(purpose, bytes) {
    return this.#core.call('seal', record([this.#key, purpose, bytes]))
  }

  /** The bytes that were sealed for this purpose; null if they were not, or under another key. */
  open(purpose, sealed) {
    return this.#core.call('unseal', record([this.#key, purpose, sealed]))
  }
}
