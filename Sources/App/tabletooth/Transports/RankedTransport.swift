internal import MatchProtocol
internal import Synchronization

/// The rank that a room has, and those that it gets.
struct RoomRanks: Sendable {
  let first: RoomRank
  let later: AsyncStream<RoomRank>
}

/// A table whose presence says the rank of its room, for as long as a seat is free.
final class RankedTransport: PacketTransport {
  private let transport: any PacketTransport
  private let state: Mutex<(presence: Presence, rank: RoomRank)>

  var executor: (any TaskExecutor)? { transport.executor }

  /// The table behind `transport`, which says this of itself.
  init(_ transport: any PacketTransport, _ presence: Presence, _ rank: RoomRank) {
    self.transport = transport
    state = Mutex((presence, rank))
  }

  func send(_ packet: [UInt8]) async throws { try await transport.send(packet) }

  func send(_ packet: OutgoingPacket) async throws { try await transport.send(packet) }

  func disconnect(_ peer: PeerID) async { await transport.disconnect(peer) }

  func setOpen(_ isOpen: Bool) async { await transport.setOpen(isOpen) }

  func expect(_ other: Introduction) async {
    await transport.expect(other)
  }

  func announce(_ presence: Presence) async {
    await announce { $0.presence = presence }
  }

  /// Says that the room has this rank from now on.
  func announce(_ rank: RoomRank) async {
    await announce { $0.rank = rank }
  }

  private func announce(
    _ change: (inout (presence: Presence, rank: RoomRank)) -> Void
  ) async {
    let presence = state.withLock { state in
      change(&state)
      var presence = state.presence
      if presence.state == .free { presence.rank = state.rank }
      return presence
    }
    await transport.announce(presence)
  }

  func close() async { await transport.close() }
}
