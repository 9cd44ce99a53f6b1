// Searches for the robot's moves, apart from the page.
import { load, textOf } from './core.js'

const robot = load('robot.wasm')

onmessage = async ({ data: { game, options, moves, level } }) => {
  try {
    const answer = (await robot).call('think', [game, options, moves].join('\n'), level)
    postMessage({ moves, move: answer && textOf(answer), error: !answer })
  } catch (error) {
    console.error(error)
    postMessage({ moves, error: true })
  }
}
