// Searches for the robot's moves, apart from the page.
import { load, record, textOf } from './core.js'

const robot = load('robot.wasm')

onmessage = async ({ data: { game, options, moves, level } }) => {
  try {
    const answer = (await robot).call('think', record([game, options, moves]), level)
    postMessage({ moves, move: answer && textOf(answer), error: !answer })
  } catch (error) {
    console.error(error)
    postMessage({ moves, error: true })
  }
}
