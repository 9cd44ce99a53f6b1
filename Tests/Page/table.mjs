// What a table of the page tells, and when.
//   node table.mjs
import assert from 'node:assert/strict'
import { kinds, record } from './module.mjs'

const { Table } = await import('../../Sources/Page/web/table.js')

/** A module whose inputs are moves, each of which leads to a notice. */
const moves = []
const core = {
  exports: { deadline: () => -1 },
  call(name, input) {
    if (name === 'view') return Buffer.from(JSON.stringify({ moves }))
    moves.push(Buffer.from(input).toString())
    return Uint8Array.from([kinds.tell, ...record([JSON.stringify({ move: moves.at(-1) })])])
  },
}

// The other player moves before the record of the own move is on disk: each notice has its own board.
let written
const told = []
const disk = new Promise((done) => { written = done })
const ended = new Promise((done) => {
  const listener = {
    tell: ({ move }, view) => told.push([move, view.moves.join(' ')]),
    changed: () => told.length === 2 && done(),
    fail: assert.fail,
  }
  const table = new Table(core, { keep: () => disk }, listener)
  table.move('h2e2')
  table.packet(Buffer.from('h9g7'), 100)
})
written()
await ended
assert.deepEqual(told, [['h2e2', 'h2e2'], ['h9g7', 'h2e2 h9g7']])
console.log('a notice shows the board of its own time')
