import GameRules
import GameSearch
import MatchPlay
import MatchProtocol
import Terminal

/// The panel beside the board: the players, the moves, and messages.
extension ScreenClient {
  func drawPanel(_ match: Match, _ layout: BoardLayout, now: Duration, on canvas: inout Canvas) {
    guard let frame = PanelFrame(beside: layout, on: area.size) else {
      return drawClocks(match, now: now, on: &canvas)
    }
    let (left, width, top, bottom) = (frame.left, frame.width, frame.top, frame.bottom)
    let (above, below) = seats(match)
    drawPlayer(above, match, Place(top, left), width, now: now, on: &canvas)
    drawPlayer(below, match, Place(bottom - 1, left), width, now: now, on: &canvas)
    let chat = chatPane(frame)
    chat?.draw(in: frame, below: face.chatScroll, heading: style(.faint), on: &canvas)
    let sentences = said(width, isWithoutChat: chat != nil, now: now)
    let room = frame.room - (chat?.height ?? 0)
    var turns = face.moves.rows
    if let mark = moveMark(match), let last = turns.popLast() { turns.append("\(last) \(mark)") }
    let spoken = min(sentences.count, max(room - turns.count - 1, (room - 1) * 2 / 3))
    let listed = min(turns.count, max(room - spoken - 1, 0))
    for (row, line) in turns.suffix(listed).enumerated() {
      let text = line.shortened(to: width, face.look.glyphs.more)
      canvas.write(text, at: Place(top + 3 + row, left))
    }
    let start = bottom - 2 - (chat?.height ?? 0) - spoken
    for (row, line) in sentences.suffix(spoken).enumerated() {
      canvas.write(line.text, at: Place(start + row, left), line.style, limit: width)
    }
  }

  /// The chat, if it has a pane of its own.
  private func chatPane(_ frame: PanelFrame) -> ChatPane? {
    let chat = face.sentences.filter { $0.kind == .chat }
    let lines = chat.flatMap { wrapped($0, to: frame.width) }
    return ChatPane(lines, in: frame, columns: face.size.columns)
  }

  /// Shows earlier lines of the chat, or later ones.
  mutating func scrollChat(up isUp: Bool) {
    guard let frame = boardLayout.flatMap({ PanelFrame(beside: $0, on: area.size) }),
      let pane = chatPane(frame)
    else { return }
    face.chatScroll = pane.scroll(from: face.chatScroll, isUp: isUp)
  }

  /// The sentences of the panel, wrapped, with the countdown of a lost link; the question that
  /// stands at the bottom is left out.
  private func said(_ width: Int, isWithoutChat: Bool, now: Duration) -> [SaidLine] {
    let question = openQuestion
    let lines = face.sentences
      .filter { !(isWithoutChat && $0.kind == .chat) && $0.text != question }
      .flatMap { wrapped($0, to: width) }
    let countdown = countdown(now: now)?.wrapped(to: width) ?? []
    return lines + countdown.map { SaidLine(text: $0) }
  }

  /// The side above and the side below, as they sit at the board.
  private func seats(_ match: Match) -> (above: Side, below: Side) {
    if case .one(let own) = match.seats { (own.other, own) } else { (.second, .first) }
  }

  /// Two rows: who it is, and what was taken from that side.
  private func drawPlayer(
    _ side: Side,
    _ match: Match,
    _ place: Place,
    _ width: Int,
    now: Duration,
    on canvas: inout Canvas
  ) {
    let isTurn = match.outcome == nil && match.position.toMove == side
    let marker = isTurn ? face.look.glyphs.turn : " "
    let colour = "\(mark(side, match.position)) \(Strings.side(side, in: match.position))"
    // The marker is plain, as it is said anew for each move.
    canvas.write(marker, at: place)
    let start = Place(place.row, place.column + 2)
    let clock = clock(side, now: now)
    let room = width - 2 - (clock.map { CharacterWidth.columns(of: $0.text) + 2 } ?? 0)
    // The colour stays whole beside a long name.
    let nameRoom = max(room - 2 - CharacterWidth.columns(of: colour), 1)
    let name = self.name(side, match).shortened(to: nameRoom, face.look.glyphs.more)
    let text = name.isEmpty ? colour : "\(name)  \(colour)"
    var end = canvas.write(text, at: start, style(.title), limit: room)
    if let clock {
      let tint: Tint = clock.isUrgent ? .warning : .title
      end = canvas.write(clock.text, at: Place(place.row, end + 2), style(tint))
    }
    if match.position.isInCheck, match.position.toMove == side {
      canvas.write("  " + ScreenStrings.check, at: Place(place.row, end), style(.warning))
    }
    let below = Place(place.row + 1, place.column + 2)
    let losses = match.position.words.losses(of: side, face.pieces)
    canvas.write(losses, at: below, style(.faint), limit: width - 2)
  }

  private func name(_ side: Side, _ match: Match) -> String {
    if let room = app.table.watching { return WatchStrings.name(of: side, room) }
    guard case .one(let own) = match.seats else { return "" }
    if side == own { return ScreenStrings.you }
    if case .robot(let level)? = app.scene.machine { return "\(app.scene.name) \(level.number)" }
    return app.scene.name
  }

  /// A piece of a side, to know it by.
  func mark(_ side: Side, _ position: Position) -> String {
    position.words.emblem(of: side, face.pieces)
      ?? face.look.glyphs.stone(isBlack: side == position.darkSide)
  }
}
