// Moves of Xiangqi in the page's notations, as the program writes them.
//   node notation.mjs
import assert from 'node:assert/strict'

// What words.js asks the browser.
Object.defineProperty(globalThis, 'navigator', { value: { language: process.argv[2] ?? 'zh-CN' } })
const { choose, notations, shown, text } = await import('../../Sources/Page/web/notation.js')

/** The cells from a0 to i9 of a board in FEN. */
const cells = (board) => [...board.split('/').reverse().join('').replace(/\d/g, (count) => '.'.repeat(count))]
const start = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR'
const pointsOf = (move) => /^(.)(.)(.)(.)$/.exec(move)

const cases = [
  [start, 'h2e2', 'C2.5', '炮二平五'],
  [start, 'b9c7', 'h2+3', '马2进3'],
  [start, 'a3a4', 'P9+1', '兵九进一'],
  [start, 'i0i1', 'R1+1', '车一进一'],
  [start, 'g6g5', 'p7+1', '卒7进1'],
  [start, 'd9e8', 'a4+5', '士4进5'],
  [start, 'c0e2', 'E7+5', '相七进五'],
  // Two cannons, rooks or horses on a file.
  ['4k4/9/9/4C4/9/9/9/4C4/9/4K4', 'e6d6', '+C.6', '前炮平六'],
  ['4k4/9/9/4C4/9/9/9/4C4/9/4K4', 'e2e1', '-C-1', '后炮退一'],
  ['4k4/r8/9/9/9/r8/9/9/9/4K4', 'a4b4', '+r.2', '前车平2'],
  // Three pawns on a file, and pawns in tandem on two.
  ['4k4/9/4P4/4P4/4P4/9/9/9/9/4K4', 'e6d6', '25.6', '中兵平六'],
  ['4k4/9/P3P4/P3P4/9/9/9/9/9/4K4', 'a7b7', '19.8', '前九平八'],
  // An advisor is named by its file, whichever of two on it moves.
  ['4k4/9/9/9/9/9/9/3A5/9/3AK4', 'd2e1', 'A6-5', '仕六退五'],
]
for (const [board, move, wxf, chinese] of cases) {
  const before = cells(board)
  assert.equal(text(move, pointsOf(move), [...before], 'algebraic'), move)
  assert.equal(text(move, pointsOf(move), [...before], 'wxf'), wxf)
  assert.equal(text(move, pointsOf(move), [...before], 'chinese'), chinese)
  // The board after the move tells the same.
  const place = (file, row) => Number(row) * 9 + file.charCodeAt(0) - 97
  const after = [...before]
  after[place(move[2], move[3])] = after[place(move[0], move[1])]
  after[place(move[0], move[1])] = '.'
  assert.equal(text(move, pointsOf(move), after, 'chinese'), chinese)
}

// The default is that of the terminal; what is chosen counts.
const match = { game: 'xiangqi', board: { cells: cells(start).join('') } }
assert.equal(shown('h2e2', match), '炮二平五')
assert.equal(choose('algebraic'), 'algebraic')
assert.equal(shown('h2e2', match), 'h2e2')
assert.equal(choose(undefined), 'chinese')
assert.equal(shown('h8', { game: 'gomoku', board: { cells: '' } }), 'h8')
assert.equal(shown(undefined, match), undefined)
assert.deepEqual(Object.keys(notations), ['algebraic', 'wxf', 'chinese'])

// A space stands between Chinese characters and other letters, whatever fills a place.
const { say } = await import('../../Sources/Page/web/words.js')
assert.equal(say('{1}已离开。', 'Ann'), 'Ann 已离开。')
assert.equal(say('{1}已离开。', '安娜'), '安娜已离开。')
assert.equal(say('正在连接{1}。{2}', 'tcp:127.0.0.1:4711', '好'), '正在连接 tcp:127.0.0.1:4711。好')
assert.equal(say('第 {2} 步，{1}', '红', 12), '第 12 步，红')
assert.equal(say('{} has left.', 'Ann'), 'Ann has left.')
assert.equal(say('{}: {}', '$&', '{1}'), '$&: {1}')
console.log(`${cases.length} moves are written in each notation`)
