// The board as a picture that can be touched, clicked and walked with the keyboard.
import { language, say } from './words.js'

const cell = 40
const margin = 34
const radius = 18
const namespace = 'http://www.w3.org/2000/svg'
const signs = { K: '帥', A: '仕', B: '相', N: '傌', R: '俥', C: '炮', P: '兵',
  k: '將', a: '士', b: '象', n: '馬', r: '車', c: '砲', p: '卒' }
const names = { k: 'general', a: 'advisor', b: 'elephant', n: 'horse', r: 'rook', c: 'cannon', p: 'pawn' }
/** The names of Red's pieces and of Black's, which differ in Chinese. */
const hanNames = { K: '帅', A: '仕', B: '相', N: '马', R: '车', C: '炮', P: '兵',
  k: '将', a: '士', b: '象', n: '马', r: '车', c: '炮', p: '卒' }
/** The figures of chess, all filled: their colour and edge say whose they are. */
const figures = { k: '♚', q: '♛', r: '♜', b: '♝', n: '♞', p: '♟' }
const figureName = (letter) => ({ k: say('king'), q: say('queen'), r: say('rook'), b: say('bishop'),
  n: say('knight'), p: say('pawn') })[letter.toLowerCase()]
const pieceName = (letter) => language === 'zh' ? hanNames[letter] : ` ${names[letter.toLowerCase()]}`

/** The element of SVG with these attributes, text and children. */
function draw(name, attributes, ...children) {
  const element = document.createElementNS(namespace, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...children)
  return element
}

/** The points of a move, in order: `h2e2` has two. */
const pointsOf = (move) => move.match(/[a-z]\d+/g) ?? []

export class Board {
  #place
  #onMove
  #onAim
  #shape
  #cells = new Map()
  #match
  #focus
  /** The point from which the player is about to move, or to which, if a touch may have slipped. */
  #chosen

  /**
   * The board inside of `place`; `onMove` is given the text of each move, `onAim` the point of a touch
   * that is to be repeated.
   */
  constructor(place, onMove, onAim) {
    this.#place = place
    this.#onMove = onMove
    this.#onAim = onAim
  }

  /** Draws the match. */
  show(match) {
    const { columns, rows } = match.board
    const isTurned = match.board.isTurned && match.side === 'second'
    const shape = [match.game, columns, rows, isTurned].join()
    if (match.moves.length !== this.#match?.moves.length) this.#chosen = undefined
    this.#match = match
    if (shape !== this.#shape) this.#build(shape, isTurned)
    this.#update()
  }

  #name(column, row) {
    return String.fromCharCode(97 + column) + (row + this.#match.board.firstRow)
  }

  #build(shape, isTurned) {
    this.#shape = shape
    this.#cells.clear()
    this.#focus = undefined
    const { columns, rows, river, palaces, stars, hasCells } = this.#match.board
    const x = (column) => margin + (isTurned ? columns - 1 - column : column) * cell
    const y = (row) => margin + (isTurned ? row : rows - 1 - row) * cell
    const width = (columns - 1) * cell + 2 * margin
    const height = (rows - 1) * cell + 2 * margin
    const back = draw('g', { 'aria-hidden': 'true' }, draw('rect', { class: 'wood', width, height, rx: 8 }))
    const line = (a, b, c, d) =>
      back.append(draw('line', { class: 'grain', x1: x(a), y1: y(b), x2: x(c), y2: y(d) }))
    for (let row = 0; row < rows && !hasCells; row += 1) line(0, row, columns - 1, row)
    for (let column = 0; column < columns; column += 1) {
      if (hasCells) {
        for (let row = column % 2; row < rows; row += 2) {
          back.append(draw('rect', { class: 'cell', x: x(column) - cell / 2, y: y(row) - cell / 2, width: cell, height: cell }))
        }
      } else if (river == null || column % (columns - 1) === 0) {
        line(column, 0, column, rows - 1)
      } else {
        line(column, 0, column, river)
        line(column, river + 1, column, rows - 1)
      }
    }
    for (const [left, bottom] of palaces) {
      line(left, bottom, left + 2, bottom + 2)
      line(left, bottom + 2, left + 2, bottom)
    }
    if (river != null) {
      const middle = (y(river) + y(river + 1)) / 2 + 9
      for (const [text, column] of [['楚 河', 1.5], ['漢 界', 6.5]]) {
        back.append(draw('text', { class: 'river', x: margin + column * cell, y: middle }, text))
      }
    }
    for (const [column, row] of stars) {
      back.append(draw('circle', { class: 'star', cx: x(column), cy: y(row), r: 4 }))
    }
    const grid = draw('g', { role: 'grid', 'aria-label': say('Board') })
    for (let count = 0; count < rows; count += 1) {
      const row = isTurned ? count : rows - 1 - count
      back.append(draw('text', { class: 'letter', x: 9, y: y(row) + 5 }, this.#name(0, row).slice(1)))
      const group = draw('g', { role: 'row' })
      for (let place = 0; place < columns; place += 1) {
        const column = isTurned ? columns - 1 - place : place
        const name = this.#name(column, row)
        const point = draw('g', { role: 'gridcell', class: 'point', tabindex: -1, 'data-point': name,
          transform: `translate(${x(column)} ${y(row)})` })
        point.onclick = (event) => this.#tap(name, event.pointerType === 'touch')
        point.onkeydown = (event) => this.#key(event, column, row, isTurned)
        this.#cells.set(name, { point, index: row * columns + column, old: '' })
        group.append(point)
      }
      grid.append(group)
    }
    for (let column = 0; column < columns; column += 1) {
      const letter = this.#name(column, 0)[0]
      back.append(draw('text', { class: 'letter', x: x(column), y: height - 4 }, letter))
    }
    this.#place.replaceChildren(draw('svg', { viewBox: `0 0 ${width} ${height}` }, back, grid))
  }

  #update() {
    const { board, moves, legal, outcome } = this.#match
    const last = moves.at(-1) ?? ''
    const lastPoints = pointsOf(last)
    const steps = legal.map(pointsOf)
    if (!this.#cells.has(this.#focus)) this.#focus = [...this.#cells.keys()][this.#cells.size >> 1]
    for (const [name, entry] of this.#cells) {
      const content = board.cells[entry.index]
      const isTarget = steps.some((points) => points.length === 2 && points[0] === this.#chosen && points[1] === name)
      const isTakeable = legal.includes(`x${name}`)
      const marks = {
        last: lastPoints.at(-1) === name,
        origin: lastPoints.length === 2 && lastPoints[0] === name,
        chosen: this.#chosen === name,
        target: isTarget || isTakeable,
      }
      const state = [content, ...Object.values(marks), outcome != null].join()
      entry.point.setAttribute('tabindex', name === this.#focus ? 0 : -1)
      if (state === entry.old) continue
      entry.old = state
      const half = cell / 2
      const parts = [draw('rect', { x: -half, y: -half, width: cell, height: cell })]
      parts.push(...this.#piece(content))
      if (marks.origin) parts.push(draw('circle', { class: 'origin', r: 8 }))
      if (marks.last) parts.push(draw('circle', { class: 'last', r: radius }))
      if (marks.chosen) parts.push(draw('circle', { class: 'chosen', r: radius + 1 }))
      if (marks.target) parts.push(draw('circle', { class: 'target', r: 7 }))
      entry.point.replaceChildren(...parts)
      entry.point.setAttribute('aria-label', this.#label(name, content, marks))
      entry.point.setAttribute('aria-selected', marks.chosen)
    }
  }

  #piece(content) {
    if (content === '.') return []
    if (this.#match.board.hasSigns) {
      const isRed = content === content.toUpperCase()
      if (this.#match.board.hasCells) {
        return [draw('text', { class: isRed ? 'figure light' : 'figure' }, `${figures[content.toLowerCase()]}\ufe0e`)]
      }
      return [draw('g', { class: isRed ? 'red' : 'dark' }, draw('circle', { class: 'piece', r: radius }),
        draw('text', { class: 'sign' }, signs[content]))]
    }
    const stone = draw('circle', { class: content.toLowerCase() === 'b' ? 'black' : 'white', r: radius })
    if (content === content.toLowerCase()) return [stone]
    return [stone, draw('path', { class: 'cross', d: 'M-8-8 8 8M-8 8 8-8' })]
  }

  /** What a point is called for those who cannot see it. */
  #label(name, content, marks) {
    const words = [name, this.#contentName(content)]
    if (marks.last) words.push(say('last move'))
    if (marks.chosen) words.push(say('chosen'))
    if (marks.target) words.push(say('possible'))
    return words.filter(Boolean).join(', ')
  }

  #contentName(content) {
    if (content === '.') return say('empty')
    if (this.#match.board.hasCells && this.#match.board.hasSigns) {
      const colour = content === content.toUpperCase() ? say('White') : say('Black')
      return `${colour} ${figureName(content)}`
    }
    if (this.#match.board.hasSigns) {
      const colour = content === content.toUpperCase() ? say('Red') : say('Black')
      return colour + pieceName(content)
    }
    const stone = content.toLowerCase() === 'b' ? say('black stone') : say('white stone')
    return content === content.toLowerCase() ? stone : `${stone}, ${say('marked')}`
  }

  #key(event, column, row, isTurned) {
    const sign = isTurned ? -1 : 1
    const step = { ArrowLeft: [-sign, 0], ArrowRight: [sign, 0], ArrowUp: [0, sign], ArrowDown: [0, -sign] }[event.key]
    if (step) {
      const next = this.#name(column + step[0], row + step[1])
      if (this.#cells.has(next)) this.#walk(next)
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.#tap(this.#name(column, row), false)
    } else if (event.key === 'Escape') {
      this.#chosen = undefined
      this.#update()
    } else {
      return
    }
    event.preventDefault()
  }

  #walk(name) {
    this.#cells.get(this.#focus)?.point.setAttribute('tabindex', -1)
    this.#focus = name
    const { point } = this.#cells.get(name)
    point.setAttribute('tabindex', 0)
    point.focus()
  }

  /** Chooses a piece, or plays; the module says why a move is refused. */
  #tap(name, isTouch) {
    const { legal, isMyTurn } = this.#match
    this.#place.querySelector('.promotions')?.remove()
    this.#focus = name
    const chosen = this.#chosen
    this.#chosen = undefined
    const begins = legal.some((move) => pointsOf(move).length === 2 && pointsOf(move)[0] === name)
    if (begins && chosen !== name) {
      this.#chosen = name
    } else if (legal.includes(name) && isTouch && chosen !== name && this.#isSmall) {
      // A finger may cover several points: it says where first, and once more to play there.
      this.#chosen = name
      this.#onAim(name)
    } else if (chosen !== name || legal.includes(name)) {
      const takes = legal.some((move) => move.startsWith('x'))
      const isStep = chosen && !legal.includes(name) && !takes
      const several = isStep ? legal.filter((move) => move.startsWith(chosen + name) && move !== chosen + name) : []
      if (several.length > 0) this.#promote(several)
      else this.#onMove(isStep ? chosen + name : takes ? `x${name}` : name)
    }
    if (isMyTurn) this.#update()
  }

  /** Asks what a pawn becomes, the queen first; anything else on the board puts the pawn down again. */
  #promote(moves) {
    this.#place.querySelector('.promotions')?.remove()
    const choice = document.createElement('div')
    choice.className = 'promotions'
    choice.setAttribute('role', 'group')
    choice.setAttribute('aria-label', say('Choose the piece for the pawn.'))
    for (const letter of 'qrbn') {
      const move = moves.find((each) => each.endsWith(letter))
      if (!move) continue
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = `${figures[letter]}\ufe0e`
      button.setAttribute('aria-label', figureName(letter))
      button.onclick = () => {
        choice.remove()
        this.#onMove(move)
      }
      choice.append(button)
    }
    this.#place.append(choice)
    choice.firstElementChild?.focus()
  }

  get #isSmall() {
    const { width } = this.#place.getBoundingClientRect()
    return width / this.#match.board.columns < 32
  }
}
