internal import EnginePlayers
internal import EngineProtocols
internal import GameRules
internal import GameSearch

/// One game between two opponents, judged by our rules.
struct MatchGame {
  /// How a game ended.
  enum End: Hashable {
    case rules(Outcome)
    /// A player gave up.
    case resigned(Side)
    /// A player thought for longer than it may.
    case overTime(Side, Duration)
    /// A player did what no engine may do.
    case failed(Side, EngineFailure)
    /// More plies than any game has were played; it counts as a draw.
    case tooLong
    /// Somebody stopped the match.
    case abandoned
  }

  /// What was seen of a game.
  struct Record {
    /// The last position, with all moves.
    var position: Position
    /// How it ended.
    var end: End
    /// The longest thought of each side.
    var longest: [Side: Duration] = [:]
  }

  /// The pace of each side.
  struct Terms {
    /// How long each side may think.
    var pace: [Side: MovePace]
    /// How much longer is forgiven.
    var margin: Duration
    /// How much longer a player is waited for before it is taken for hung.
    var patience: Duration
  }

  /// No game of ours has as many plies by its rules; this is a stop for what nobody thought of.
  private static let mostPlies = 2_000

  /// Who plays which side.
  let players: [Side: any Opponent]
  let terms: Terms
  /// True if the match was stopped.
  let isStopped: @Sendable () -> Bool

  /// Plays from `opening` to the end.
  func play(from opening: Position) -> Record {
    var record = Record(position: opening, end: .tooLong)
    let game = opening.game
    for side in Side.allCases {
      do throws(EngineFailure) {
        try players[side]?.prepare(game)
      } catch {
        record.end = .failed(side, error)
        return record
      }
    }
    while record.position.ply < Self.mostPlies {
      if let end = step(&record) {
        record.end = end
        return record
      }
    }
    return record
  }

  /// Has one answer given and played; gives the end if that is one.
  private func step(_ record: inout Record) -> End? {
    let side = record.position.toMove
    guard let player = players[side], let pace = terms.pace[side] else { return .abandoned }
    let began = ContinuousClock.now
    let answer: EngineAnswer
    do throws(EngineFailure) {
      answer = try player.answer(in: record.position, pace, patience: terms.patience)
    } catch {
      return isStopped() ? .abandoned : .failed(side, error)
    }
    let elapsed = ContinuousClock.now - began
    if isStopped() { return .abandoned }
    record.longest[side] = max(record.longest[side] ?? .zero, elapsed)
    if let time = pace.time, elapsed > time + terms.margin { return .overTime(side, elapsed) }
    switch answer {
    case .resigns:
      return .resigned(side)
    case .moves(let moves):
      for move in moves {
        do {
          try record.position.play(move)
        } catch {
          return .failed(side, .fault(.illegal(move.description)))
        }
      }
    }
    return record.position.outcome.map(End.rules)
  }
}

extension MatchGame.End {
  /// Who won; nil for a draw, and for a game that nobody ended.
  var winner: Side? {
    switch self {
    case .rules(let outcome): outcome.winner
    case .resigned(let side), .overTime(let side, _), .failed(let side, _): side.other
    case .tooLong, .abandoned: nil
    }
  }

  /// A word for it.
  var word: String {
    switch self {
    case .rules(let outcome): outcome.reason.rawValue
    case .resigned: "resigned"
    case .overTime: "time"
    case .failed: "failed"
    case .tooLong: "too long"
    case .abandoned: "abandoned"
    }
  }
}
