internal import MatchProtocol
internal import Synchronization

/// A limit on the waiting events of each peer: a peer that sends more than the program takes makes
/// nobody else wait for long, and fills no memory.
final class InboxGate: Sendable {
  /// As many packets of one peer may wait; a session has at most 64 on the way that are not
  /// acknowledged, and says again what is not taken.
  static let mostWaiting = 256

  private let waiting = Mutex<[PeerID: Int]>([:])

  /// True if `event` may go to the inbox; all may but one packet too many.
  func letsIn(_ event: TransportEvent) -> Bool {
    guard case .link(.packet(_, let peer, _)) = event else { return true }
    return waiting.withLock { waiting in
      guard waiting[peer, default: 0] < Self.mostWaiting else { return false }
      waiting[peer, default: 0] += 1
      return true
    }
  }

  /// Notes that `event` waits no more, which was let in.
  func note(taken event: TransportEvent) {
    guard case .link(.packet(_, let peer, _)) = event else { return }
    waiting.withLock { waiting in
      let count = waiting[peer, default: 1] - 1
      waiting[peer] = count > 0 ? count : nil
    }
  }
}
