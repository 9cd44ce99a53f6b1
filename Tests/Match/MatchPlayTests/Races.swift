import GameRules
import MatchProtocol

@testable import MatchPlay

/// Every way in which two players can act and their messages can cross, from one position and with
/// so many actions each.
///
/// Messages arrive in order, one direction independent of the other; nothing else is assumed.
struct Races {
  /// What a player may do.
  enum PlayerAction: Hashable {
    case move(GameRules.Move)
    /// A move that the other board takes to lead elsewhere.
    case differingMove(GameRules.Move)
    case draw
    /// To take back so many moves.
    case takeBack(Int)
    case yes
    case no
    case pause
    case goOn
    case resign
    case flag
    case rematch
    case newGame
  }

  /// What a side did, or heard.
  enum Step: Hashable {
    case does(Int, PlayerAction)
    case hears(Int, MatchMessage)
  }

  /// The two boards, what is on its way to each, and how much each player may still do.
  struct Situation {
    var boards: [Match]
    var queues: [[MatchMessage]] = [[], []]
    var journals: [[JournalEntry]] = [[], []]
    var left: [Int]
    var mayDiffer = true
    /// How it came to be.
    var trail: [Step] = []
  }

  /// What tells one situation from another: all but its way, and the positions, which follow from
  /// the records.
  private struct Key: Hashable {
    struct Board: Hashable {
      let record: [GameRules.Move]
      let stage: Match.Stage
      let mine: Match.Wishes
      let theirs: Match.Wishes

      init(_ match: Match) {
        record = match.record.moves
        stage = match.stage
        mine = match.mine
        theirs = match.theirs
      }
    }

    let boards: [Board]
    let queues: [[MatchMessage]]
    let left: [Int]
    let mayDiffer: Bool
  }

  /// What may be done, besides what the rules of the match refuse.
  let actions: (Match) -> [PlayerAction]
  /// Looks at every situation that is new.
  let inspect: (Situation) -> Void
  /// What went wrong, with the way that led to it.
  private(set) var faults: [String] = []
  /// How many situations there were.
  var count: Int { seen.count }
  private var seen: Set<Key> = []

  init(
    actions: @escaping (Match) -> [PlayerAction],
    inspect: @escaping (Situation) -> Void = { _ in }
  ) {
    self.actions = actions
    self.inspect = inspect
  }

  /// Goes through all situations that can follow from `start`, or until something goes wrong.
  mutating func explore(_ start: Situation) {
    var open = [start]
    while let situation = open.popLast(), faults.isEmpty {
      let key = Key(
        boards: situation.boards.map(Key.Board.init),
        queues: situation.queues,
        left: situation.left,
        mayDiffer: situation.mayDiffer
      )
      guard seen.insert(key).inserted else { continue }
      inspect(situation)
      check(situation)
      for side in 0...1 {
        if let next = delivering(to: side, situation) { open.append(next) }
        open += actions(of: side, situation)
      }
    }
  }

  // MARK: What can come next

  private mutating func delivering(to side: Int, _ situation: Situation) -> Situation? {
    guard let message = situation.queues[side].first else { return nil }
    var next = situation
    next.queues[side].removeFirst()
    next.trail.append(.hears(side, message))
    next.journals[side].append(JournalEntry(isMine: false, message))
    do {
      if let reply = try next.boards[side].receive(message).reply {
        next.queues[1 - side].append(reply)
        next.journals[side].append(JournalEntry(isMine: true, reply))
      }
    } catch {
      faults.append("\(error): \(next.trail)")
      return nil
    }
    return next
  }

  private func actions(of side: Int, _ situation: Situation) -> [Situation] {
    guard situation.left[side] > 0 else { return [] }
    return actions(situation.boards[side]).compactMap { action in
      var next = situation
      guard let message = try? Self.carryOut(action, at: &next.boards[side]) else { return nil }
      next.left[side] -= 1
      next.trail.append(.does(side, action))
      next.journals[side].append(JournalEntry(isMine: true, message))
      if case .differingMove = action, case .move(var move) = message {
        guard situation.mayDiffer else { return nil }
        next.mayDiffer = false
        move.position ^= 1
        next.queues[1 - side].append(.move(move))
      } else {
        next.queues[1 - side].append(message)
      }
      // What the table says by itself at once.
      if let word = next.boards[side].confirmNewGame() {
        next.journals[side].append(JournalEntry(isMine: true, word))
        next.queues[1 - side].append(word)
      }
      return next
    }
  }

  static func carryOut(
    _ action: PlayerAction,
    at match: inout Match
  ) throws(MatchRefusal) -> MatchMessage {
    switch action {
    case .move(let move), .differingMove(let move): try match.play(move)
    case .draw: try match.ask(.draw)
    case .takeBack(let count): try match.ask(.takeBack(remaining: match.ply - count))
    case .yes: try match.answer(true)
    case .no: try match.answer(false)
    case .pause: try match.pause(true)
    case .goOn: try match.pause(false)
    case .resign: try match.resign()
    case .flag: try match.flag()
    case .rematch: try match.ask(.rematch)
    case .newGame: try match.ask(.newGame)
    }
  }

  // MARK: What must hold

  private mutating func check(_ situation: Situation) {
    let (one, other) = (situation.boards[0], situation.boards[1])
    if one.outcome == nil, other.outcome == nil, one.hasFloor, other.hasFloor {
      faults.append("two have the floor: \(situation.trail)")
    }
    guard situation.queues == [[], []] else { return }
    if let why = Self.disagreement(one, other) ?? Self.disagreement(other, one) {
      faults.append("\(why): \(situation.trail)")
    }
    if one.outcome == nil, !situation.boards.contains(where: canGoOn) {
      faults.append("nobody can go on: \(situation.trail)")
    }
  }

  /// In what the two boards do not agree although nothing is on its way.
  private static func disagreement(_ one: Match, _ other: Match) -> String? {
    if one.outcome != other.outcome { return "outcomes" }
    if one.agreedMoves != other.agreedMoves { return "records" }
    if one.mine != other.theirs { return "wishes" }
    if one.isResigning { return "a resignation that nobody has heard" }
    if one.isRematchAgreed != other.isRematchAgreed { return "another game" }
    if one.outcome == nil, one.hasFloor == other.hasFloor { return "floor" }
    guard let desync = one.desync else { return other.desync.map { _ in "desync" } }
    return desync.isSame(as: other.desync) ? nil : "desync"
  }

  /// Whether the player can do something but give up.
  private func canGoOn(_ match: Match) -> Bool {
    actions(match).contains { action in
      switch action {
      case .resign, .flag, .draw, .pause, .newGame: return false
      case .move, .differingMove, .takeBack, .yes, .no, .goOn, .rematch:
        var match = match
        return (try? Self.carryOut(action, at: &match)) != nil
      }
    }
  }
}

extension Match {
  /// The moves that both boards have played.
  var agreedMoves: [GameRules.Move] {
    desync.map { Array(record.moves.prefix($0.ply)) } ?? record.moves
  }
}

extension Desync {
  fileprivate func isSame(as other: Desync?) -> Bool {
    guard let other else { return false }
    return ply == other.ply && move == other.move && isOwnMove != other.isOwnMove
      && (isOwnMove ? theirs == other.own : own == other.theirs)
  }
}
