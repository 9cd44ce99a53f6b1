public import GameRules
import MatchProtocol

/// A machine on the other side: there is no link, and what it does is a move.
extension Table {
  /// Whether the machine on the other side is to move.
  public var isMachineDue: Bool {
    guard hasMachine, case .playing(let match) = phase, match.outcome == nil else { return false }
    return !match.isOwnTurn
  }

  /// Plays the machine's `move`; one out of turn, or that the rules forbid, is passed over.
  public mutating func playForMachine(_ move: Move, now: Duration) -> [TableOrder] {
    guard isMachineDue, case .playing(let match) = phase,
      let message = match.message(playing: move)
    else { return [] }
    deliver(.move(message), in: match, now: now)
    return handOver()
  }
}
