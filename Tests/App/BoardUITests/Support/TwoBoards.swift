import GameRules
import GameSearch
import MatchPlay
import MatchProtocol

@testable import BoardUI

/// A host's and a guest's model, joined by two queues that stand in for their sessions.
///
/// A closed session behaves as the real one: its goodbye is answered, and then it has ended.
struct TwoBoards {
  enum Seat: Hashable {
    case host
    case guest

    var other: Seat { self == .host ? .guest : .host }
  }

  private enum Parcel: Hashable {
    case message(MatchMessage)
    case goodbye(GoodbyeReason)
    case answer(GoodbyeReason)
  }

  private var models: [Seat: ScriptedProgram]
  private var queues: [Seat: [Parcel]] = [:]
  private var closed: Set<Seat> = []
  private var garblesNextMove = false
  /// Everything that each seat has printed.
  private(set) var output: [Seat: String] = [:]
  /// How each seat ended.
  private(set) var exits: [Seat: ExitReason] = [:]
  /// What each seat's store keeps: how its games ended, and all messages.
  private(set) var results: [Seat: [String]] = [:]
  private(set) var journals: [Seat: [JournalEntry]] = [:]
  var now = Duration.zero

  init(
    game: Game = .gomoku(),
    first: Role = .host,
    host: ScriptedProgram.Input = .terminal,
    guest: ScriptedProgram.Input = .terminal,
    pieces: PieceStyle = .latin,
    hostName: String = "Hans"
  ) {
    models = [
      .host: ScriptedProgram(
        .host(game, first: first),
        input: host,
        pieces: pieces,
        name: hostName
      ),
      .guest: ScriptedProgram(.guest, input: guest, pieces: pieces),
    ]
  }

  /// A host and a guest that go on with a match after what each has said and heard.
  init(resuming journals: [Seat: [JournalEntry]], guest: ScriptedProgram.Input) {
    func resumption(_ seat: Seat) -> ScriptedProgram.Resumption {
      let name = PlayerName(cleaning: seat == .host ? "Gerda" : "Hans")
      return ScriptedProgram.Resumption(with: name, after: journals[seat] ?? [])
    }
    models = [
      .host: ScriptedProgram(Situation.host, input: .terminal, resuming: resumption(.host)),
      .guest: ScriptedProgram(.guest, input: guest, resuming: resumption(.guest)),
    ]
  }

  /// Starts both programs.
  mutating func begin() {
    for seat in [Seat.host, .guest] {
      guard let effects = models[seat]?.begin(now: now) else { continue }
      for effect in effects { perform(effect, of: seat) }
    }
  }

  /// Seats both players.
  mutating func join() {
    give(.session(.joined(Introduction("Hans"))), to: .guest)
    give(.session(.joined(Introduction("Gerda"))), to: .host)
    deliver()
  }

  mutating func give(_ event: ScriptedEvent, to seat: Seat) {
    guard let effects = models[seat]?.update(event, now: now) else { return }
    for effect in effects {
      perform(effect, of: seat)
    }
  }

  /// Types a line at `seat` and lets everything arrive.
  mutating func type(_ line: String, at seat: Seat) {
    give(.line(line), to: seat)
    deliver()
  }

  /// Types `moves`, each at the board whose turn it is.
  mutating func play(_ moves: String) {
    for move in moves.split(separator: " ") {
      type(String(move), at: models[.host]?.match?.isLocalTurn == true ? .host : .guest)
    }
  }

  /// Carries everything that is under way, and what follows from it.
  mutating func deliver() {
    while let seat = [Seat.host, .guest].first(where: { queues[$0]?.isEmpty == false }) {
      deliverOne(to: seat)
    }
  }

  mutating func deliverOne(to seat: Seat) {
    guard let parcel = queues[seat]?.first else { return }
    queues[seat]?.removeFirst()
    switch parcel {
    case .message(let message):
      journals[seat, default: []].append(JournalEntry(isMine: false, message))
      give(.message(message), to: seat)
    case .goodbye(let reason) where closed.contains(seat):
      give(.sessionEnds(.closed(reason)), to: seat)
    case .goodbye(let reason):
      closed.insert(seat)
      queues[seat.other, default: []].append(.answer(reason))
      give(.sessionEnds(.peerLeft(reason)), to: seat)
    case .answer(let reason):
      give(.sessionEnds(.closed(reason)), to: seat)
    }
  }

  /// Lets the next move lead elsewhere at the board that hears of it.
  mutating func garbleNextMove() {
    garblesNextMove = true
  }

  private mutating func garbled(_ message: MatchMessage) -> MatchMessage {
    guard garblesNextMove, case .move(var move) = message else { return message }
    garblesNextMove = false
    move.position ^= 1
    return .move(move)
  }

  func match(of seat: Seat) -> Match? {
    models[seat]?.match
  }

  func deadline(of seat: Seat) -> Duration? {
    models[seat]?.deadline
  }

  /// The last `count` lines that a seat has printed.
  func lines(of seat: Seat, last count: Int) -> [String] {
    let lines = (output[seat] ?? "").split(separator: "\n", omittingEmptySubsequences: false)
    return lines.dropLast(lines.last == "" ? 1 : 0).suffix(count).map(String.init)
  }

  /// The last `count` lines that a seat has printed before it was asked for another game.
  func finalLines(of seat: Seat, last count: Int) -> [String] {
    Array(lines(of: seat, last: .max).prefix { !$0.hasPrefix("Again?") }.suffix(count))
  }

  /// Says no to another game, at the host's board.
  mutating func takeLeave() {
    type("no", at: .host)
  }

  private mutating func perform(_ effect: ScriptedEffect, of seat: Seat) {
    switch effect {
    case .print(let text):
      output[seat, default: ""] += text
    case .asks(.submit(let message)):
      journals[seat, default: []].append(JournalEntry(isMine: true, message))
      queues[seat.other, default: []].append(.message(garbled(message)))
    case .asks(.close(let reason)):
      closed.insert(seat)
      queues[seat.other, default: []].append(.goodbye(reason))
    case .think(let inquiry):
      guard let move = inquiry.answer(seed: seat == .host ? 1 : 2) else { return }
      give(.robotMoved(move), to: seat)
    case .finish(let result):
      results[seat, default: []].append(result)
    case .asks(.say), .asks(.accept), .asks(.decline), .asks(.adopt), .remember, .stopThinking:
      break
    case .end(let reason):
      exits[seat] = reason
    }
  }
}
