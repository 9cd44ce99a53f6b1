// Runs rules and protocol inside the module of the page, where Int has 32 bits.
//   node core.mjs MODULE PROTOCOL
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { compile, instantiate, record, seeded } from './module.mjs'

const [path, document] = process.argv.slice(2)
const page = await instantiate(await compile(path))

// The numbers of Tests/Engine/GameRulesTests.
for (const [game, counts] of Object.entries({
  xiangqi: [44, 1920, 79666, 3290240],
  liuzhou: [36, 1260, 42840, 1413720],
})) {
  page.call('test_game', game)
  counts.forEach((count, index) => assert.equal(page.exports.test_perft(index + 1), count, game))
}
console.log('perft is what the program counts')

// Each message of section 10 that stands on its own can be read and is written as it was.
const section = fs.readFileSync(document, 'utf8').split('## 10. Test vectors')[1].split('\n## 11')[0]
const messages = section.split('**Messages**')[1].split('```')[1]
let vectors = 0
for (const entry of messages.trim().split(/\n(?=[A-Z])/)) {
  const [first, ...more] = entry.split('\n')
  const hex = more.length ? more.join(' ') : first.replace(/^.*\s{2,}/, '')
  const bytes = Uint8Array.from(hex.replace(/\s+/g, '').match(/../g), (byte) => parseInt(byte, 16))
  assert.deepEqual(page.call('test_envelope', bytes), bytes, entry)
  vectors += 1
}
console.log(`${vectors} messages of the document are read and written`)

// Damaged messages are refused, and never trap.
const random = seeded(7)
for (let round = 0; round < 30000; round += 1) {
  const bytes = Uint8Array.from({ length: 1 + random(40) }, () => random(256))
  if (round % 2) {
    bytes.set([[0x4a, 0x1a, 0x5a, 0x3a, 0x82, 0xe2][random(6)]])
    for (let place = 2; place < Math.min(bytes.length, 12); place += 1) bytes[place] |= 0x80 * random(2)
  }
  page.call('test_envelope', bytes)
}
for (let field = 0x0a; field <= 0x7a; field += 8) {
  for (let inner = 8; inner <= 0x20; inner += 8) {
    // A number that 31 bits do not hold.
    page.call('test_envelope', Uint8Array.from([field, 6, inner, 0xff, 0xff, 0xff, 0xff, 0x0f]))
  }
}
console.log('damaged messages do not trap')

// Games at random.
let plies = 0
for (const game of ['gomoku', 'gomoku rule=renju', 'liuzhou', 'liuzhou way=huainan', 'xiangqi']) {
  for (let round = 0; round < 20; round += 1) {
    assert.ok(page.call('test_game', game), game)
    for (;;) {
      const legal = page.text('test_legal', ' ').split(' ').filter(Boolean)
      if (!legal.length) break
      assert.ok(page.call('test_play', legal[random(legal.length)]), game)
      plies += 1
    }
  }
}
console.log(`${plies} random plies do not trap`)

// Draw claims a draw with the move that would bring it about.
const moves = 'g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1'
for (const [played, reason] of [[moves, 'repetition'], [moves.slice(0, -5), undefined]]) {
  assert.ok(page.call('start_alone', record(['chess', '', played === moves ? 'second' : 'first', played]), 0))
  page.call('act', null, 3, 0)
  assert.equal(JSON.parse(page.text('view', null, 0)).match.outcome?.reason, reason)
}
console.log('a draw is claimed with a move')
