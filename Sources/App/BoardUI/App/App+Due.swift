import MatchPlay
import MatchProtocol

/// Something that this board waits for its player to do.
public enum Due: Hashable, Sendable {
  case nothing
  case move
  /// Yes or no.
  case answer
}

/// The task that is due at this board.
extension App {
  /// True if a person here is asked for another game before the boards take leave.
  public var isAskingAgain: Bool {
    guard table.asksAgain, case .over(let match, .undecided) = table.phase else { return false }
    return match.outcome != .begunAnew
  }

  /// The task that is due at this board; nil when no input of the player counts any longer.
  public var due: Due? {
    if table.isComparing { return table.isAskedToGoBack ? .answer : .nothing }
    return switch table.phase {
    case .over where table.isWatching: .nothing
    case .seated where table.isFirstAsked: .answer
    case .open, .accepted, .seated: .nothing
    case .comparing: .answer
    case .playing(let match): match.isLocalTurn ? .move : match.isAnswerDue ? .answer : .nothing
    case .over(let match, _) where match.outcome == .begunAnew: .nothing
    case .over: isAskingAgain ? .answer : nil
    case .leaving, .ended: nil
    }
  }

  /// True if a person at another computer waits for the player here.
  var isWaitedFor: Bool {
    table.session != nil && player == .person && [.move, .answer].contains(due)
  }

  /// True if a board whose player will never say anything only keeps the other one waiting.
  public var isUseless: Bool {
    guard table.rules.errand == nil, !table.isWatching else { return false }
    return switch table.phase {
    case .open: isReachable
    case .seated: true
    case .playing(let match): match.mine.isPausing
    case .comparing, .accepted, .over, .leaving, .ended: false
    }
  }
}
