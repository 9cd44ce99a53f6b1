import GameRules
import MatchProtocol

/// A match against a machine, which never asks for anything and lets moves be taken back.
extension Match {
  /// Does what needs no question where a machine would answer it.
  ///
  /// Returns what to tell of it; nil for what is done as in any match.
  mutating func actAgainstMachine(_ action: PlayerAction) -> TableNotice? {
    switch action {
    case .draw where !isOwnTurn || position.claim() == nil:
      .changed(.declined(.draw), from: self, to: self)
    case .takeBack: takeBackFromMachine()
    case .pause: .refused(.oneTerminal, nil, self)
    default: nil
    }
  }

  /// Takes the last turn of the player back, and what the machine did after it.
  private mutating func takeBackFromMachine() -> TableNotice {
    guard let remaining = plyBeforeLastTurn else { return .refused(.nothingToTakeBack, nil, self) }
    let request = MatchMessage.Ask.Request.takeBack(remaining: remaining)
    do {
      _ = try ask(request)
    } catch {
      return .refused(error, nil, self)
    }
    carryOut(.init(request, ply: ply))
    return .agreed(request, self)
  }

  /// The message that tells another board of it; nil if the rules forbid the move.
  func message(for answer: MachineAnswer, spent: Duration) -> MatchMessage? {
    guard case .plays(let move) = answer else { return .resign }
    var after = position
    guard (try? after.play(move)) != nil else { return nil }
    return .move(.init(ply: ply, text: move.description, position: after.textHash, spent: spent))
  }

  /// The same game from its beginning, with the same sides.
  var startedOver: Match {
    Match(Position(game: record.game), seats: seats, clock: clock?.control)
  }

  /// The next game, with the sides changed; two people at one terminal change their seats by
  /// themselves.
  var withSidesChanged: Match {
    let start = Position(game: record.game)
    return Match(
      start,
      seats: seats == .both ? .both : .one(ownSide.other),
      clock: clock?.control
    )
  }
}
