import GameRules
import GameSearch
import MatchPlay
import MatchProtocol
import Terminal

@testable import BoardUI

/// The program on a screen, with keys that a test presses.
struct ScriptedScreen {
  private(set) var client: ScreenClient<ScriptedSession>
  /// What it ordered, oldest first, for each event that led to anything.
  private(set) var orders: [Orders] = []
  private(set) var now = Duration.zero

  /// A screen for two people, or for one against a machine.
  init(
    _ game: Game,
    against side: Side? = nil,
    clock: TimeControl? = nil,
    rows: Int = 24,
    columns: Int = 80,
    look: ScreenLook = ScreenLook(pieces: .han, glyphs: .full)
  ) {
    let seats: Match.Seats = side.map { .one($0.other) } ?? .both
    let table = Table<ScriptedSession>(
      local: Match(Position(game: game), seats: seats, clock: clock),
      asksAgain: true
    )
    self.init(table, size: Size(rows: rows, columns: columns), look: look)
  }

  /// A screen at the end of a link.
  init(
    _ role: MatchProtocol.Role,
    _ game: Game = .gomoku(),
    firstRule: FirstRule = .decided,
    book: TrustBook = TrustBook(),
    size: Size = Size(rows: 24, columns: 80),
    look: ScreenLook = ScreenLook(pieces: .han, glyphs: .full)
  ) {
    var table = Table(
      ScriptedSession(),
      as: role,
      terms: role == .host ? MatchMessage.Start(game, first: .host) : nil,
      rules: TableRules(asksAgain: true),
      book: book
    )
    table.firstRule = firstRule
    self.init(table, size: size, look: look)
  }

  private init(_ table: Table<ScriptedSession>, size: Size, look: ScreenLook) {
    let app = App(table, player: .person, name: PlayerName(cleaning: "Hans"))
    client = ScreenClient(app, look: look, size: size)
    orders = [client.begin(now: .zero)]
  }

  var canvas: Canvas { client.picture(now: now) }
  var lines: [String] { canvas.lines }
  /// The place of a point of the board on the screen; nil where there is no board.
  func place(of point: Point) -> Place? {
    guard let place = client.boardLayout?.place(of: point) else { return nil }
    let corner = client.area.place(of: Place(0, 0))
    return Place(place.row - corner.row, place.column - corner.column)
  }
  /// The cell of a point on the board; nil where there is no board.
  func cell(at point: Point) -> Cell? { place(of: point).flatMap { canvas.cell(at: $0) } }
  var text: String { lines.joined(separator: "\n") }
  /// The line at the bottom.
  var bottom: String { lines.last ?? "" }
  /// What the last key came to.
  var reply: String? { client.face.reply }
  var match: Match? { client.app.table.phase.match }
  var moves: String { match?.record.description ?? "" }
  var exit: ExitReason? {
    orders.lazy.compactMap(\.end).first
  }

  mutating func press(_ keys: Key...) {
    for key in keys { give(.terminal(.key(key))) }
  }

  mutating func type(_ text: String) {
    for character in text { press(.character(character)) }
  }

  /// Types a line and Enter.
  mutating func enter(_ text: String) {
    type(text)
    press(.enter)
  }

  mutating func give(_ event: Event) {
    let next = client.update(event, now: now)
    if next != Orders() { orders.append(next) }
  }

  /// Lets time pass.
  mutating func pass(_ duration: Duration) {
    now += duration
    give(.tick)
  }

  /// So many words of this side have come to the other one.
  mutating func deliver(words count: Int) {
    client.app.table.session?.receipts.words = .init(said: count, sent: count, delivered: count)
    session(.heardAgain(Situation.peer))
  }

  /// What the other side does, as its session tells it.
  mutating func session(_ events: SessionEvent...) {
    take(Step(events: events))
  }

  private mutating func take(_ step: Step) {
    client.app.table.session?.next = step
    give(.link(.up(Situation.peer, maximumPacketSize: 180)))
  }

  /// What the other side says, as a scripted event.
  mutating func hear(_ event: ScriptedEvent) {
    if case .session(let event) = event { session(event) }
    if case .sessionEnds(let end) = event { take(Step(end: end)) }
  }

  mutating func machinePlays(_ text: String) throws {
    guard let move = try match?.position.move(from: text) else { return }
    give(.work(.machine(.moveFound(move))))
  }
}
