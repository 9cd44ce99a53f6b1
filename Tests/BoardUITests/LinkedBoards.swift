import GameRules
import GameSearch
import MatchPlay
import MatchProtocol
import MatchSimulation

@testable import BoardUI

/// Two models over real sessions, a simulated link and a simulated clock.
struct LinkedBoards {
  typealias Seat = TwoBoards.Seat

  private(set) var pair: LinkPair
  private var models: [Seat: LineModel]
  private var seen: [Seat: Int] = [.host: 0, .guest: 0]
  private(set) var output: [Seat: String] = [:]
  private(set) var exits: [Seat: ExitReason] = [:]

  init(
    _ input: LineModel.Input,
    game: Game = .gomoku(),
    faults: LinkFaults = .none,
    seed: UInt64 = 1,
    patience: Duration = .zero,
    unknown: LineModel.UnknownPlayers = .accept
  ) {
    pair = LinkPair(faults: faults, seed: seed, patience: patience, acceptsAtOnce: false)
    models = [
      .host: LineModel(.host(game, first: .host), input: input, unknown: unknown),
      .guest: LineModel(.guest, input: input, unknown: unknown),
    ]
  }

  mutating func connect() {
    pair.connect()
    relay()
  }

  mutating func cut() {
    pair.cut()
    relay()
  }

  /// Loses every packet from now on, without a word.
  mutating func deafen() {
    pair.setFaults(LinkFaults(dropped: 100))
  }

  /// Carries every packet from now on.
  mutating func hear() {
    pair.setFaults(.none)
  }

  mutating func give(_ event: AppEvent, to seat: Seat) {
    guard let effects = models[seat]?.update(event, now: pair.now) else { return }
    for effect in effects {
      perform(effect, of: seat)
    }
  }

  mutating func type(_ line: String, at seat: Seat) {
    give(.line(line), to: seat)
    relay()
  }

  /// Moves the clock on second by second, and wakes the models when they asked for it.
  mutating func advance(seconds: Int) {
    for _ in 0..<seconds {
      pair.advance(by: .seconds(1))
      relay()
      for seat in [Seat.host, .guest] {
        if let deadline = models[seat]?.deadline, deadline <= pair.now {
          give(.tick, to: seat)
        }
      }
      relay()
    }
  }

  /// Plays a move picked by `choose` from the legal ones until the game is over.
  mutating func playOut(_ choose: ([Move]) -> Move?) {
    while let position = models[.host]?.match?.position, let move = choose(position.legalMoves) {
      let isHostsTurn = models[.host]?.match?.isLocalTurn == true
      type(move.description, at: isHostsTurn ? .host : .guest)
    }
  }

  func lines(of seat: Seat, last count: Int) -> [Substring] {
    (output[seat] ?? "").split(separator: "\n").suffix(count)
  }

  /// The last `count` lines that a seat has printed before it was asked for another game.
  func finalLines(of seat: Seat, last count: Int) -> [Substring] {
    lines(of: seat, last: .max).prefix { !$0.hasPrefix("Again?") }.suffix(count)
  }

  /// Says no to another game, at the host's board.
  mutating func takeLeave() {
    type("no", at: .host)
  }

  /// Tells the models what their sessions have said, and goes on until they say nothing more.
  private mutating func relay() {
    while let (seat, event) = next() {
      give(.session(event), to: seat)
    }
  }

  private mutating func next() -> (Seat, SessionEvent)? {
    for (seat, events) in [(Seat.host, pair.hostEvents), (.guest, pair.guestEvents)] {
      let index = seen[seat, default: 0]
      guard index < events.count else { continue }
      seen[seat] = index + 1
      return (seat, events[index])
    }
    return nil
  }

  private mutating func perform(_ effect: AppEffect, of seat: Seat) {
    switch (effect, seat) {
    case (.print(let text), _):
      output[seat, default: ""] += text
    case (.submit(let message), .host):
      pair.host { $0.submit(message, now: $1) }
    case (.submit(let message), .guest):
      pair.guest { $0.submit(message, now: $1) }
    case (.close(let reason), .host):
      pair.host { $0.close(reason, now: $1) }
    case (.close(let reason), .guest):
      pair.guest { $0.close(reason, now: $1) }
    case (.think(let position), _):
      let robot = Robot(seed: seat == .host ? 1 : 2)
      guard let move = robot.move(in: position) else { return }
      give(.robotMoved(move), to: seat)
    case (.accept, .host): pair.host { $0.accept(now: $1) }
    case (.accept, .guest): pair.guest { $0.accept(now: $1) }
    case (.decline, .host): pair.host { $0.decline(now: $1) }
    case (.decline, .guest): pair.guest { $0.decline(now: $1) }
    case (.remember, _), (.finish, _): break
    case (.end(let reason), _):
      exits[seat] = reason
    }
  }
}
