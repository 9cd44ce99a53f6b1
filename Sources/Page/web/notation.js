// Moves of Xiangqi as the player has chosen to see them.
import { language } from './words.js'

/** The notations, each with what the first move of many games looks like in it. */
export const notations = { algebraic: 'h2e2', wxf: 'C2.5', chinese: '炮二平五' }
/** The notation that players of this language know best. */
const usual = language === 'zh' ? 'chinese' : 'algebraic'
let chosen = usual

/** Shows moves in `notation`, or in the usual one, and returns which it is. */
export function choose(notation) {
  chosen = notation in notations ? notation : usual
  return chosen
}

const names = {
  chinese: { K: '帅', A: '仕', B: '相', N: '马', R: '车', C: '炮', P: '兵', k: '将', a: '士', b: '象', n: '马', r: '车',
    c: '炮', p: '卒' },
  wxf: { B: 'E', N: 'H', b: 'e', n: 'h' },
}
const numerals = '一二三四五六七八九'

/** The move as it is to be shown; `match` is the one in which it was played, or could not be. */
export function shown(move, match) {
  const points = match?.game === 'xiangqi' && /^([a-i])(\d)([a-i])(\d)$/.exec(move)
  return points ? text(move, points, [...match.board.cells], chosen) : move
}

/** The move in a notation; `cells` are the board before or after it, from a0 to i9. */
export function text(move, [, fromFile, fromRow, toFile, toRow], cells, notation) {
  if (notation === 'algebraic') return move
  const [from, to] = [[fromFile, fromRow], [toFile, toRow]].map(([file, row]) => (
    { column: file.charCodeAt(0) - 97, row: Number(row) }))
  const place = ({ column, row }) => row * 9 + column
  if (cells[place(from)] === '.') [cells[place(from)], cells[place(to)]] = [cells[place(to)], '.']
  const piece = cells[place(from)]
  if (piece === '.') return move
  const isRed = piece === piece.toUpperCase()
  const fileOf = (column) => (isRed ? 9 - column : column + 1)
  const rowsOf = (column) => [...Array(10).keys()].filter((row) => cells[row * 9 + column] === piece)

  const steps = (to.row - from.row) * (isRed ? 1 : -1)
  const number = from.column === to.column ? Math.abs(steps) : fileOf(to.column)
  const rows = rowsOf(from.column)
  const index = rows.filter((row) => (isRed ? row > from.row : row < from.row)).length
  const isOrdered = 'RNCP'.includes(piece.toUpperCase()) && rows.length > 1
  const isFileNeeded = 'Pp'.includes(piece)
    && [...Array(9).keys()].filter((column) => rowsOf(column).length > 1).length > 1
  const name = names[notation][piece] ?? piece
  const file = fileOf(from.column)
  if (notation === 'wxf') {
    const isNumbered = rows.length > 2 || isFileNeeded
    const subject = !isOrdered ? name + file : isNumbered ? `${index + 1}${file}` : (index ? '-' : '+') + name
    return subject + (steps > 0 ? '+' : steps < 0 ? '-' : '.') + number
  }
  const numeral = (value) => (isRed ? numerals[value - 1] : value)
  const middle = rows.length === 3 ? '中' : numerals[index]
  const order = index === 0 ? '前' : index === rows.length - 1 ? '后' : middle
  const subject = isOrdered ? order + (isFileNeeded ? numeral(file) : name) : name + numeral(file)
  return subject + (steps > 0 ? '进' : steps < 0 ? '退' : '平') + numeral(number)
}
