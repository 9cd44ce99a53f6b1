/// A transport of the packets of a match.
///
/// A guest has one peer. What a host sends reaches all who listen. What happens is told to whoever
/// opened the transport, as ``TransportEvent``s.
public protocol PacketTransport: Sendable {
  /// The best executor for a task that does nothing but call this transport; nil if any will do.
  nonisolated var executor: (any TaskExecutor)? { get }

  /// Sends `packet`; returns when it is handed on, in the order of calls.
  ///
  /// It may wait for as long as nothing takes the packet. The end of the link, ``close()`` and the
  /// cancellation of the caller's task end the wait.
  func send(_ packet: [UInt8]) async throws

  /// Sends `packet` as the other function does; if it is for one peer alone, to that one where each
  /// has a way of its own.
  func send(_ packet: OutgoingPacket) async throws

  /// Ends the link to `peer` once what was sent before is on the air; does not wait for that.
  func disconnect(_ peer: PeerID) async

  /// Lets the host's table be found, or not; does not wait for that. A guest does nothing.
  func setOpen(_ isOpen: Bool) async

  /// Says what those who pass by are told of the host's table; does not wait for that. A transport
  /// on which nobody passes by does nothing.
  func announce(_ presence: Presence) async

  /// A match with `other` has begun: from now on the two may find each other by what only they
  /// know.
  func expect(_ other: Introduction) async

  /// Leaves `letter` where the other player of the match finds it, in place of the last one; nil
  /// leaves nothing there. A transport that links alone reaches does nothing.
  func post(_ letter: Letter?) async

  /// Removes this letter of the other player, and those before it: all of it is on disk.
  func remove(_ letter: HeardLetter) async

  /// Ends what was begun, as the other side was found another way; where only the two can find each
  /// other, ``expect(_:)`` begins anew.
  func giveUp() async

  /// Ends all links and the transport; nothing is told any more once this was called.
  func close() async
}

extension PacketTransport {
  /// It is all the same.
  public nonisolated var executor: (any TaskExecutor)? { nil }

  /// Sends `packet` to all who listen.
  public func send(_ packet: OutgoingPacket) async throws { try await send(packet.bytes) }

  /// Closes it.
  public func giveUp() async { await close() }

  /// Does nothing: the other side is found as before.
  public func expect(_ other: Introduction) async {}

  /// Does nothing.
  public func post(_ letter: Letter?) async {}

  /// Does nothing.
  public func remove(_ letter: HeardLetter) async {}

  /// Does nothing, as nobody looks for a guest.
  public func setOpen(_ isOpen: Bool) async {}

  /// Does nothing, as nobody passes by.
  public func announce(_ presence: Presence) async {}
}
