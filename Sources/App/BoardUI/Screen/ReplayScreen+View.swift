import GameRules
import Phrases
public import Terminal

/// The view of a replay.
extension ReplayScreen {
  /// The fewest columns beside the board.
  private static let narrowestPanel = 28
  private var bottomRows: Int { BoardLayout.rowsBelow(replay.position, in: size) }

  /// The screen as it is.
  public var view: Canvas {
    if let sheet { return sheet.picture(on: size, look) }
    guard let layout = boardLayout else {
      let board = BoardLayout.smallest(replay.position)
      let rows = board.rows + 1 + BoardLayout.fewestRowsBelow
      let needed = Size(rows: rows, columns: board.columns)
      return ScreenArea.tooSmall(size, needed: needed, look)
    }
    let area = area(of: layout)
    var canvas = Canvas(area.size)
    let name = title.shortened(to: area.size.columns - 2, look.glyphs.more)
    canvas.write(name, at: Place(0, 1), look.theme.style(.title))
    drawBoard(layout, on: &canvas)
    drawPanel(beside: layout, on: &canvas)
    drawBottom(on: &canvas)
    return area.screen(with: canvas)
  }

  /// The part of the screen for the board of `layout` and what stands around it.
  func area(of layout: BoardLayout) -> ScreenArea {
    ScreenArea(around: layout, below: bottomRows, on: size)
  }

  /// The layout of the board: as large as leaves room for the moves, or as there is room.
  var boardLayout: BoardLayout? {
    let rows = size.rows - 1 - bottomRows
    let beside = Size(rows: rows, columns: size.columns - Self.narrowestPanel)
    return BoardLayout(replay.position, isTurned: false, isRound: look.isRound, in: beside)
      ?? BoardLayout(
        replay.position,
        isTurned: false,
        isRound: look.isRound,
        in: Size(rows: rows, columns: size.columns)
      )
  }

  private func drawBoard(_ layout: BoardLayout, on canvas: inout Canvas) {
    let position = replay.position
    var marks = position.standingMarks(by: position.outcome)
    if let picked {
      marks[picked, default: []].insert(.picked)
      for move in position.steps(from: picked) {
        if let point = move.ends?.to { marks[point, default: []].insert(.target) }
      }
    }
    BoardPicture(position: position, layout: layout, look: look, marks: marks).draw(on: &canvas)
  }

  // MARK: Beside the board

  private func drawPanel(beside layout: BoardLayout, on canvas: inout Canvas) {
    let left = layout.right + 2
    let width = canvas.size.columns - left - 1
    guard width >= 20 else { return }
    let bottom = canvas.size.rows - bottomRows - 1
    canvas.write(ScreenStrings.place(replay.place), at: Place(1, left), look.theme.style(.title))
    let said = remarks.flatMap { $0.wrapped(to: width) }
    let start = bottom - said.count
    for (row, line) in said.enumerated() {
      canvas.write(line, at: Place(start + row, left), limit: width)
    }
    drawMoves(from: Place(3, left), rows: start - 4, width, on: &canvas)
  }

  /// The remarks on the move and the position that are shown.
  private var remarks: [String] {
    var lines = [replay.lastMove].compactMap(\.self)
    if replay.tried == 0, let judgement = judgements[replay.ply] {
      lines.append(ScreenStrings.worth(judgement.value))
      if let better = judgement.better { lines.append(better) }
    }
    lines += replay.remarks
    switch analysis {
    case .notWanted: break
    case .running: lines.append(ScreenStrings.judged(judgements.count, of: moves.count))
    case .done(let worst): lines.append(ScreenStrings.worst(worst))
    }
    return lines
  }

  private func drawMoves(
    from place: Place,
    rows: Int,
    _ width: Int,
    on canvas: inout Canvas
  ) {
    guard rows > 0 else { return }
    let first = min(max(replay.ply - rows / 2 - 1, 0), max(moves.count - rows, 0))
    let widest = moves.map { CharacterWidth.columns(of: $0) }.max() ?? 0
    for (row, ply) in (first..<min(first + rows, moves.count)).enumerated() {
      let isShown = ply + 1 == replay.ply
      let mark = isShown ? look.glyphs.turn : " "
      let number = String(repeating: " ", count: max(3 - "\(ply + 1)".count, 0)) + "\(ply + 1)."
      let text = moves[ply]
      let padding = String(repeating: " ", count: widest - CharacterWidth.columns(of: text))
      let judgement = judgements[ply + 1]
      let value = judgement.map { "  \($0.value)\($0.better == nil ? "" : " ?")" } ?? ""
      canvas.write(
        "\(mark) \(number) \(text)\(padding)\(value)",
        at: Place(place.row + row, place.column),
        isShown ? look.theme.style(.title) : .plain,
        limit: width
      )
    }
  }

  // MARK: The bottom

  private func drawBottom(on canvas: inout Canvas) {
    let (rows, columns) = (canvas.size.rows, canvas.size.columns)
    let note = isChoosingOpponent ? ScreenStrings.against : reply
    for (row, line) in (note?.wrapped(to: columns - 2) ?? []).prefix(bottomRows - 1).enumerated() {
      canvas.write(line, at: Place(rows - bottomRows + row, 1))
    }
    guard !isChoosingOpponent else { return }
    if input.isEmpty {
      let keys =
        columns < 70 ? say("arrows move  ? help  q back") : ScreenStrings.replayKeys(analysis)
      canvas.write(keys, at: Place(rows - 1, 1), look.theme.style(.faint), limit: columns - 1)
    } else {
      let end = canvas.write(
        "\(replay.place)> \(input)",
        at: Place(rows - 1, 1),
        limit: columns - 2
      )
      canvas.cursor = Place(rows - 1, min(end, columns - 1))
    }
  }
}
