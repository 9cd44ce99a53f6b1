public import GameRules

/// The decision of a robot on its turn.
public enum MachineAnswer: Hashable, Sendable {
  /// It plays this move.
  case plays(Move)
  /// It gives the game up.
  case resigns
}

/// A machine on the other side: there is no link, and it never asks for anything.
extension Table {
  /// True if the machine on the other side is to move.
  public var isMachineDue: Bool {
    guard hasMachine, case .playing(let match) = phase, match.outcome == nil else { return false }
    return !match.isOwnTurn
  }

  /// Does what the machine does; what is out of turn, or against the rules, is passed over.
  public mutating func act(_ answer: MachineAnswer, now: Duration) -> TableOrders {
    flagIfDue(now: now)
    if isMachineDue, case .playing(let match) = phase,
      let message = match.message(for: answer, spent: timer.elapsed(now).milliseconds)
    {
      deliver(message, in: match, now: now)
    }
    return handOver(now: now)
  }
}
