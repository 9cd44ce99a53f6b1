import GameRules
import MatchPlay
import MatchProtocol

/// One side of a simulated match: a real session, a real board, and a player who moves at random.
struct SimulatedBoard {
  /// What the player does next.
  enum Deed: Hashable {
    case move
    case resign
  }

  let role: Message.Start.First
  private(set) var session: any MatchSession
  private let terms: Message.Start
  private(set) var match: Match?
  private(set) var said: [Message] = []
  private(set) var heard: [Message] = []
  private(set) var end: SessionEnd?
  private(set) var hasJoined = false
  private(set) var isSuspended = false
  /// The first thing that went wrong here.
  private(set) var fault: String?

  init(_ role: Message.Start.First, _ session: any MatchSession, _ terms: Message.Start) {
    self.role = role
    self.session = session
    self.terms = terms
  }

  mutating func receive(_ event: LinkEvent, now: Duration) -> [SessionAction] {
    session.receive(event, now: now)
  }

  mutating func tick(now: Duration) -> [SessionAction] {
    session.tick(now: now)
  }

  /// Takes note of what the session tells; says what the session is to do about it, and what the player is.
  mutating func take(
    _ event: SessionEvent,
    now: Duration
  ) -> (actions: [SessionAction], deed: Deed?) {
    guard end == nil else {
      blame("\(event) after the end")
      return ([], nil)
    }
    switch event {
    case .joined:
      if hasJoined { blame("joined twice") }
      hasJoined = true
      return role == .host ? begin(now: now) : ([], nil)
    case .message(let message):
      heard.append(message)
      return take(message, now: now)
    case .suspended:
      if isSuspended { blame("suspended twice") }
      isSuspended = true
    case .resumed:
      if !isSuspended { blame("resumed without being suspended") }
      isSuspended = false
    case .ended(let end):
      self.end = end
      match?.settle()
    case .vacated:
      blame("vacated")
    case .quiet, .heardAgain, .strangerRejected:
      break
    }
    return ([], nil)
  }

  /// Does what the player has thought of, if it still makes sense; in some games a player moves twice in a row.
  mutating func act(
    _ deed: Deed,
    using random: inout SeededGenerator,
    now: Duration
  ) -> (actions: [SessionAction], deed: Deed?) {
    guard var match, match.outcome == nil, !match.isResigning, end == nil else { return ([], nil) }
    do {
      let message: Message
      switch deed {
      case .resign:
        message = try match.resign()
      case .move:
        guard match.isLocalTurn, let move = choose(in: match.position, using: &random) else {
          return ([], nil)
        }
        message = try match.play(move)
      }
      self.match = match
      return (say(message, now: now), match.isLocalTurn ? .move : nil)
    } catch {
      blame("own move refused: \(error)")
      return ([], nil)
    }
  }

  private mutating func begin(now: Duration) -> ([SessionAction], Deed?) {
    match = try? Match(terms, as: .host)
    return (say(.start(terms), now: now), match?.isLocalTurn == true ? .move : nil)
  }

  private mutating func say(_ message: Message, now: Duration) -> [SessionAction] {
    said.append(message)
    return session.submit(message, now: now)
  }

  private mutating func take(_ message: Message, now: Duration) -> ([SessionAction], Deed?) {
    do {
      guard var match else {
        guard case .start(let terms) = message else {
          blame("\(message) before the start")
          return ([], nil)
        }
        match = try Match(terms, as: .guest)
        return ([], match?.isLocalTurn == true ? .move : nil)
      }
      let change = try match.receive(message)
      self.match = match
      guard change != .nothing else { return ([], nil) }
      // Who receives the last move says goodbye, who made it waits for that.
      guard match.outcome == nil else { return (session.close(.gameOver, now: now), nil) }
      return ([], match.isLocalTurn ? .move : nil)
    } catch {
      blame("a message out of place: \(error)")
      return ([], nil)
    }
  }

  /// Any legal move; in Gomoku mostly one in a row of one's own, so that games end.
  private func choose(in position: Position, using random: inout SeededGenerator) -> GameRules.Move?
  {
    let moves = position.legalMoves
    guard position.game == .gomoku, random.chance(85) else {
      return moves.randomElement(using: &random)
    }
    let row = role == .host ? 7 : 8
    return moves.filter { $0.placedPoint?.row == row }.randomElement(using: &random)
      ?? moves.randomElement(using: &random)
  }

  private mutating func blame(_ what: String) {
    fault = fault ?? "\(role): \(what)"
  }
}
