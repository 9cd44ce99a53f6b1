internal import MatchProtocol
internal import Synchronization

/// A limit on the waiting events of each peer: a peer that sends more than the program takes makes
/// nobody else wait for long, and fills no memory.
final class InboxGate: Sendable {
  /// As many packets of one peer may wait; a session has at most 64 on the way that are not
  /// acknowledged, and says again what is not taken.
  static let mostWaiting = 256
  /// The number of bytes that they may have together: more than a session has on the way.
  static let mostBytes = mostWaiting * PacketSize.largest

  private struct Waiting {
    var packets = 0
    var bytes = 0
  }

  private let waiting = Mutex<[PeerID: Waiting]>([:])

  /// True if `event` may go to the inbox; all may but one packet too many.
  func letsIn(_ event: TransportEvent) -> Bool {
    guard case .link(.packet(let packet, let peer, _)) = event else { return true }
    return waiting.withLock { waiting in
      var sum = waiting[peer] ?? Waiting()
      sum.packets += 1
      sum.bytes += packet.count
      guard sum.packets <= Self.mostWaiting, sum.bytes <= Self.mostBytes else { return false }
      waiting[peer] = sum
      return true
    }
  }

  /// Notes that `event` waits no more, which was let in.
  func note(taken event: TransportEvent) {
    guard case .link(.packet(let packet, let peer, _)) = event else { return }
    waiting.withLock { waiting in
      guard var sum = waiting[peer] else { return }
      sum.packets -= 1
      sum.bytes -= packet.count
      waiting[peer] = sum.packets > 0 ? sum : nil
    }
  }
}
