// Lets a host say wrong things to the guest's side in the module of the page: nothing traps.
//   node garbage.mjs MODULE PROTOCOL [PACKETS]
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { compile, fieldsOf, instantiate, kinds, ordersIn, record, seeded, textOf } from './module.mjs'

const [path, document, count = '10000'] = process.argv.slice(2)
const compiled = await compile(path)
const random = seeded(11)
const size = 180
const from = (list) => list[random(list.length)]

/** The guest of the page and a host, between whom packets go as the test wants. */
class Pair {
  static async make(memory) {
    const pair = new Pair()
    pair.module = await instantiate(compiled)
    // All that a module has is in its memory.
    if (memory) {
      const own = pair.module.exports.memory
      own.grow((memory.byteLength - own.buffer.byteLength) / 65536)
      new Uint8Array(own.buffer).set(new Uint8Array(memory))
    }
    return pair
  }

  now = 1000
  /** The packets of the host that the guest has not got yet, and all of them so far. */
  waiting = []
  sent = []
  orders = []

  copy() {
    const memory = this.module.exports.memory.buffer.slice(0)
    return async () => {
      const pair = await Pair.make(memory)
      pair.waiting = [...this.waiting]
      return pair
    }
  }

  guest(name, input, ...rest) {
    const output = this.module.call(name, input, ...rest, this.now)
    const orders = output ? ordersIn(output) : []
    this.orders.push(...orders)
    for (const { kind, content } of orders) if (kind === kinds.send) this.host('test_host_packet', content, size)
    return output
  }

  host(name, input, ...rest) {
    const output = this.module.call(name, input, ...rest, this.now)
    if (output) this.waiting.push(...fieldsOf(output))
    return output
  }

  begin(name = 'start') {
    assert.ok(this.guest(name, record(['Bert', 'test/1', new Uint8Array()])))
    this.host('test_host', null, size)
    this.guest('up', null, size)
  }

  /** Gives the guest the next packet. */
  step() {
    const packet = this.waiting.shift()
    this.sent.push(packet)
    this.guest('packet', packet, size)
  }

  /** Lets both talk until nothing waits; acknowledgements may be late. */
  settle() {
    for (let round = 0; round < 8; round += 1) {
      while (this.waiting.length) this.step()
      this.now += 300
      this.guest('tick')
      this.host('test_host_tick')
    }
  }

  get view() {
    return JSON.parse(textOf(this.module.call('view', null, this.now)))
  }

  get end() {
    const end = this.orders.find(({ kind }) => kind === kinds.end)
    return end && JSON.parse(textOf(end.content))
  }
}

/** Some bytes with up to four things changed. */
function changed(bytes, others) {
  let all = [...bytes]
  for (let left = random(5); left > 0; left -= 1) {
    const place = random(all.length + 1)
    switch (random(6)) {
      case 0: all[place] ^= 1 << random(8); break
      case 1: all[place] = from([0, 1, 0x7f, 0x80, 0xff]); break
      case 2: all.length = place; break
      case 3: all.splice(place, 0, ...Array.from({ length: 1 + random(8) }, () => random(256))); break
      case 4: all = [...all.slice(0, place), ...from(others).slice(-8)]; break
      // A number that 31 bits do not hold.
      default: all.splice(place, 1, 0xff, 0xff, 0xff, 0xff, from([0x07, 0x0f, 0x7f]))
    }
  }
  return Uint8Array.from(all.slice(0, 600), (byte) => byte ?? 0)
}

// The guest in each phase, and what the host says next.
const stages = []
const pair = await Pair.make()
pair.begin()
while (pair.waiting.length) {
  stages.push(pair.copy())
  pair.step()
}
pair.settle()
assert.equal(pair.view.phase, 'comparing')
stages.push(pair.copy())
pair.guest('act', null, 0)
pair.host('test_host_accept')
stages.push(pair.copy())
pair.settle()
assert.equal(pair.view.phase, 'seated')
const seated = pair.copy()

// One who watches.
const spectator = await Pair.make()
spectator.begin('start_watching')
while (spectator.waiting.length) {
  stages.push(spectator.copy())
  spectator.step()
}
spectator.settle()
assert.ok(spectator.view.names)
stages.push(spectator.copy())

// The messages of a match in the document's test vectors, and those that begin games.
const bytesIn = (hex) => Uint8Array.from(hex.replace(/\s+/g, '').match(/../g), (byte) => parseInt(byte, 16))
const section = fs.readFileSync(document, 'utf8').split('## 10. Test vectors')[1].split('\n## 11')[0]
const messages = section.split('**Messages**')[1].split('```')[1].trim().split(/\n(?=[A-Z])/).map((entry) => {
  const [first, ...more] = entry.split('\n')
  return bytesIn(more.length ? more.join(' ') : first.replace(/^.*\s{2,}/, ''))
})
const starts = ['gomoku', 'xiangqi', 'liuzhou', 'liuzhou way=huainan clock=5m'].map((words) => {
  const [game, ...options] = words.split(' ')
  const field = (number, text) => (text ? [8 * number + 2, text.length, ...Buffer.from(text)] : [])
  const fields = [...field(1, game), ...field(2, 'freestyle'), 0x18, 1, ...field(4, options.join(' '))]
  return Uint8Array.from([0x42, fields.length, ...fields])
})
const playing = [seated]
for (const start of starts) {
  const match = await seated()
  match.host('test_host_say', start)
  match.settle()
  assert.ok(match.view.match, textOf(start))
  playing.push(match.copy())
}
stages.push(...playing)

// Packets that are nearly right, in each phase.
const packets = [...pair.sent, ...spectator.sent]
let fed = 0
while (fed < Number(count)) {
  const guest = await from(stages)()
  for (let left = 8; left > 0; left -= 1, fed += 1) {
    const next = random(3) ? from(packets) : guest.waiting.shift() ?? from(packets)
    guest.guest('packet', changed(next, packets), from([18, size, 508]))
    if (!random(4)) {
      guest.now += random(20_000)
      guest.guest('tick')
    }
  }
  assert.ok(guest.view)
}
console.log(`${fed} damaged packets in ${stages.length} phases do not trap`)

// Sealed messages that are nearly right: the host's program is wrong, or lies.
let said = 0
while (said < Number(count) / 4) {
  const guest = await from(playing)()
  for (let left = 8; left > 0; left -= 1) {
    if (guest.host('test_host_say', changed(from([...messages, ...starts]), messages))) said += 1
    while (guest.waiting.length) guest.step()
    guest.guest('act', null, random(16))
  }
  guest.settle()
  assert.ok(guest.view)
}
console.log(`${said} wrong messages of a host do not trap`)

// A host of another version: the guest ends with that reason.
const crc = (bytes) => bytes.reduce((sum, byte) => {
  sum ^= byte << 8
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 0x8000 ? (sum << 1) ^ 0x1021 : sum << 1
  return sum & 0xffff
}, 0xffff)
const other = await Pair.make()
const hello = []
other.host = (name, packet) => {
  // Behind the header of each packet.
  if (name === 'test_host_packet') hello.push(...packet.slice(6))
}
other.begin()
// Behind length, checksum and the two versions.
const nonce = hello.slice(11, 19)
const refusal = [0x1a, 15, 0x09, ...nonce, 0x10, 2, 0x18, 9, 0x20, 12]
const head = [0, refusal.length, crc(refusal) >> 8, crc(refusal) & 0xff]
// Greetings go in packets of 18 bytes.
const parts = [[0x60, 0, 0, 0, 0, 0, ...head, ...refusal.slice(0, 8)], [0x50, 0, 0, 1, 0, 0, ...refusal.slice(8)]]
for (const part of parts) other.guest('packet', Uint8Array.from(part), size)
assert.deepEqual(other.end, { kind: 'other-version' })
console.log('a host of another version is told by its reason')
