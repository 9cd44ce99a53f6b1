internal import Foundation
internal import Glibc

/// A server in place of a broker that answers each packet with the next of some bytes, or hangs up
/// when it has no more.
public final class RudeServer: Sendable {
  /// The port on 127.0.0.1.
  public let port: UInt16
  private let descriptor: CInt

  /// There is no socket to listen at.
  public struct NoSocket: Error {}

  /// A server that answers in each connection with `answers`; with nil it never does.
  ///
  /// - Parameters:
  ///   - answers: What it says to one packet after another.
  ///   - port: Where it listens, as a broker did that is gone; 0 for a port that is free.
  ///   - hangsUpAtOnce: Whether it hangs up behind the last of them, and not when it has none for
  ///     another packet.
  /// - Throws: ``NoSocket``.
  public convenience init(
    _ answers: [[UInt8]]?,
    port: UInt16 = 0,
    hangsUpAtOnce: Bool = false
  ) throws(NoSocket) {
    try self.init(inTurn: [answers], port: port, hangsUpAtOnce: hangsUpAtOnce)
  }

  /// A server that answers with the first of `turns` in the first connection, and so on; the last
  /// one counts for all that follow.
  ///
  /// - Throws: ``NoSocket``.
  public init(
    inTurn turns: [[[UInt8]]?],
    port: UInt16 = 0,
    hangsUpAtOnce: Bool = false
  ) throws(NoSocket) {
    guard let descriptor = PrivateBroker.listener(at: port),
      let own = PrivateBroker.port(of: descriptor)
    else { throw NoSocket() }
    self.descriptor = descriptor
    self.port = own
    // Of its own: many that wait would take the threads that others need.
    Thread.detachNewThread { Self.serve(descriptor, turns, hangsUpAtOnce) }
  }

  deinit {
    // Who waits for a connection there is woken, and closes it: its number must not be another
    // server's while somebody still accepts by it.
    shutdown(descriptor, CInt(SHUT_RDWR))
  }

  private static func serve(
    _ descriptor: CInt,
    _ turns: [[[UInt8]]?],
    _ hangsUpAtOnce: Bool
  ) {
    var turns = turns[...]
    while case let connection = accept(descriptor, nil, nil), connection >= 0 {
      // A child of this process would keep the connection open.
      _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
      var buffer = [UInt8](repeating: 0, count: 4_096)
      let answers = turns.count > 1 ? turns.removeFirst() : turns.first ?? []
      var rest = (answers ?? [])[...]
      while unsafe read(connection, &buffer, buffer.count) > 0 {
        guard answers != nil else { continue }
        guard let answer = rest.popFirst() else { break }
        _ = unsafe send(connection, answer, answer.count, CInt(MSG_NOSIGNAL))
        if hangsUpAtOnce, rest.isEmpty { break }
      }
      close(connection)
    }
    close(descriptor)
  }
}
