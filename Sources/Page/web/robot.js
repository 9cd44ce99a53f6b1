// The robot, in a worker that is loaded for its first move.

export class Robot {
  #level
  #onMove
  #onFailure
  #worker
  #asked

  constructor(level, onMove, onFailure) {
    this.#level = level
    this.#onMove = onMove
    this.#onFailure = onFailure
  }

  /** Has the robot move, if it is its turn. */
  think({ isRobotDue, match }) {
    const moves = match.moves.join(' ')
    const question = isRobotDue ? moves : undefined
    if (question === this.#asked) return
    this.#asked = question
    if (question === undefined) return
    this.#worker ??= this.#start()
    this.#worker.postMessage({ game: match.game, options: match.options, moves, level: this.#level })
  }

  #start() {
    const worker = new Worker('robot-worker.js', { type: 'module' })
    worker.onerror = this.#onFailure
    worker.onmessage = ({ data }) => {
      if (data.error) return this.#onFailure()
      // The player may have taken a move back meanwhile.
      if (data.moves !== this.#asked) return
      this.#asked = undefined
      this.#onMove(data.move)
    }
    return worker
  }

  stop() {
    this.#worker?.terminate()
  }
}
