// Plays the robot against itself in its module, where Int has 32 bits.
//   node robot.mjs ROBOT TEST
import assert from 'node:assert/strict'
import { compile, instantiate } from './module.mjs'

const [robot, rules] = await Promise.all(
  process.argv.slice(2).map(async (path) => (await instantiate(await compile(path))).text),
)

const games = ['gomoku', 'gomoku rule=renju', 'gomoku opening=swap2', 'liuzhou', 'liuzhou way=huainan', 'xiangqi']
for (const game of games) {
  const [kind, ...options] = game.split(' ')
  for (const level of [1, 4, 7]) {
    assert.notEqual(rules('test_game', game), null, game)
    const moves = []
    let slowest = 0
    while (moves.length < 120 && rules('test_legal', ' ').trim()) {
      const start = performance.now()
      const move = robot('think', [kind, options.join(' '), moves.join(' ')].join('\n'), level)
      slowest = Math.max(slowest, performance.now() - start)
      assert.ok(move, `${game}, level ${level}: no move after ${moves}`)
      assert.ok(rules('test_play', move), `${game}: ${move} is refused after ${moves}`)
      moves.push(move)
    }
    console.log(`${game}, level ${level}: ${moves.length} moves, the slowest in ${Math.round(slowest)} ms`)
  }
  const start = performance.now()
  assert.ok(robot('think', [kind, options.join(' '), ''].join('\n'), 10), game)
  console.log(`${game}, level 10: the first move in ${Math.round(performance.now() - start)} ms`)
}
assert.equal(robot('think', 'go\n\n', 5), null)
assert.equal(robot('think', 'xiangqi\n\na0a9', 5), null)
