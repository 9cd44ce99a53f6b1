import GameRules
import MatchPlay
import MatchProtocol
import Terminal

/// The board on the wall: a watcher's screen with nothing but the board, the players with their
/// clocks, and the last move.
struct WallBoard {
  /// A player, and the clock.
  struct Player {
    let name: String
    let mark: String
    let isToMove: Bool
    let clock: String?
    let isUrgent: Bool

    init(
      _ side: Side,
      _ match: Match,
      _ room: WatchedRoom,
      _ mark: String,
      _ clock: (text: String, isUrgent: Bool)?
    ) {
      let name = WatchStrings.name(of: side, room)
      self.name = name.isEmpty ? Strings.side(side, in: match.position) : name
      self.mark = mark
      isToMove = match.outcome == nil && match.position.toMove == side
      self.clock = clock?.text
      isUrgent = clock?.isUrgent ?? false
    }
  }

  let match: Match
  let look: ScreenLook
  let size: Size
  let players: [Player]
  /// The line below the board.
  let line: String

  /// The layout of the board: as large as there is room for between two lines.
  var layout: BoardLayout? {
    let room = Size(rows: size.rows - 2, columns: size.columns)
    return BoardLayout(match.position, isTurned: false, isRound: look.isRound, in: room)
  }

  /// The result of the game, or else the message while somebody is away, or the last moves, as in
  /// the list of moves.
  static func line(_ match: Match, _ moves: MoveList, _ sentence: String?) -> String {
    if let outcome = match.outcome { return Strings.result(outcome, of: match.position) }
    let last = moves.rows.last.map { $0.split(separator: " ").joined(separator: " ") }
    return sentence ?? last ?? ""
  }

  /// The screen, where `draw` draws the board.
  func picture(draw: (BoardLayout, inout Canvas) -> Void) -> Canvas {
    guard let layout else { return Canvas(size) }
    let area = ScreenArea(of: size, rows: layout.bottom + 2, columns: max(layout.right, 60))
    var canvas = Canvas(area.size)
    draw(layout, &canvas)
    drawLines(on: &canvas)
    return area.screen(with: canvas)
  }

  /// Draws the players above the board, and the line below it.
  private func drawLines(on canvas: inout Canvas) {
    let size = canvas.size
    var column = 1
    for player in players {
      let turn = player.isToMove ? look.glyphs.turn : " "
      let parts = [turn, player.mark, player.name] + [player.clock].compactMap(\.self)
      let tint: Tint = player.isUrgent ? .warning : .title
      let text = parts.joined(separator: " ")
      let style = look.theme.style(tint)
      column = 3 + canvas.write(text, at: Place(0, column), style, limit: size.columns)
    }
    let place = Place(size.rows - 1, 1)
    canvas.write(line, at: place, look.theme.style(.title), limit: size.columns - 2)
  }
}

extension ScreenClient {
  /// The board on the wall, if this screen is one now.
  func wall(_ match: Match, now: Duration) -> WallBoard? {
    guard face.look.isBig, ending == nil, let room = app.table.watching else { return nil }
    let players = Side.allCases.map { side in
      let (clock, mark) = (clock(side, now: now), mark(side, match.position))
      return WallBoard.Player(side, match, room, mark, clock)
    }
    let isAway = app.table.isSuspended || app.table.session?.state != .talking
    let line = WallBoard.line(match, face.moves, isAway ? face.sentences.last?.text : nil)
    let size = face.size
    let wall = WallBoard(match: match, look: face.look, size: size, players: players, line: line)
    return wall.layout == nil ? nil : wall
  }
}
