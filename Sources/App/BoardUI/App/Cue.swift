import GameRules
import MatchPlay
import MatchProtocol

/// Something that a player may want to hear, or to be told of by the desktop.
public enum Cue: String, CaseIterable, Hashable, Sendable {
  /// The other side has moved, or has asked something.
  case turn
  /// Something was taken.
  case capture
  /// A general is in check.
  case check
  /// Somebody came to the table.
  case guest
  /// The game is over.
  case end

  /// True if `notice` calls the player here to the table: it is their turn, they are asked
  /// something, or a guest is there.
  static func isCall(_ notice: AppNotice) -> Bool {
    switch Self(notice) {
    case .turn, .guest: true
    case .capture, .check:
      if case .table(.moved(_, let before, let after)) = notice {
        !before.isLocalTurn && after.isLocalTurn
      } else {
        false
      }
    case .end, nil: false
    }
  }

  /// Makes the sound of `notice`, if it has one.
  init?(_ notice: AppNotice) {
    switch notice {
    case .table(.moved(let move, let before, let after)):
      guard let cue = Self.cue(of: move, from: before, to: after) else { return nil }
      self = cue
    case .table(.met), .table(.joined): self = .guest
    case .table(.changed(.asked, _, _)), .table(.talk(.heard)), .table(.file(.offered)):
      self = .turn
    case .table(.finished): self = .end
    default: return nil
    }
  }

  /// The sound of a move: none for a quiet move of one's own.
  private static func cue(of move: Move, from before: Match, to after: Match) -> Cue? {
    guard after.outcome == nil else { return nil }
    if after.position.isInCheck { return .check }
    if move.takes(in: before.position) { return .capture }
    let isOwn = before.isLocalTurn
    return isOwn ? nil : .turn
  }
}

extension App {
  /// Adds the sound of `notice` to `orders`, and a call if another person waits for the player.
  ///
  /// - Returns: False if it has no sound.
  @discardableResult
  func sound(_ notice: AppNotice, in orders: inout Orders) -> Bool {
    guard let cue = Cue(notice) else { return false }
    orders.cues.append(cue)
    if table.session != nil, player == .person, Cue.isCall(notice) { orders.isCall = true }
    return true
  }
}

extension Move {
  /// True if something is taken by it.
  fileprivate func takes(in position: Position) -> Bool {
    switch action {
    case .carry(_, let to): position.cell(at: to) != nil
    case .remove: true
    case .place, .step, .choose: false
    }
  }
}
