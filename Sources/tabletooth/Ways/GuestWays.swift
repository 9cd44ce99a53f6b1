internal import MatchProtocol
internal import Synchronization

/// Several ways to one host, of which one at a time is used: the first that leads to it, and the
/// next one when that is lost, or when who answered there was not the host.
///
/// A link on another way is kept in reserve, and the session is not told of it before its turn.
final class GuestWays: PacketTransport {
  private struct Link {
    let way: Int
    let peer: PeerID
    let maximumPacketSize: Int
  }

  private struct State {
    var transports: [any PacketTransport] = []
    var active: Link?
    /// The links in reserve, the oldest first.
    var reserve: [Link] = []
    var ended: Set<Int> = []
  }

  private let state = Mutex(State())
  private let deliver: @Sendable (TransportEvent) -> Void

  /// Ways that are still to be added; `deliver` is told of the one that is used.
  init(deliver: @escaping @Sendable (TransportEvent) -> Void) {
    self.deliver = deliver
  }

  /// What the transport with this number is to tell, in the order of ``add(_:)``, from 0.
  func sink(of way: Int) -> @Sendable (TransportEvent) -> Void {
    { [weak self] event in self?.take(event, of: way) }
  }

  /// Adds one more way.
  func add(_ transport: any PacketTransport) {
    state.withLock { $0.transports.append(transport) }
  }

  private func take(_ event: TransportEvent, of way: Int) {
    // Told under the lock, so that nothing overtakes anything.
    state.withLock { state in
      switch event {
      case .link(.up(let peer, let size)):
        let link = Link(way: way, peer: peer, maximumPacketSize: size)
        if state.active == nil { use(link, &state) } else { state.reserve.append(link) }
      case .link(.packet(_, let peer, _)):
        if state.active?.peer == peer { deliver(event) }
      case .link(.down(let peer, _)):
        lose(peer, event, &state)
      case .progress:
        deliver(event)
      case .ended:
        state.ended.insert(way)
        if state.ended.count == state.transports.count { deliver(.ended) }
      }
    }
  }

  private func use(_ link: Link, _ state: inout State) {
    state.active = link
    deliver(.link(.up(link.peer, maximumPacketSize: link.maximumPacketSize)))
  }

  private func lose(_ peer: PeerID, _ event: TransportEvent, _ state: inout State) {
    state.reserve.removeAll { $0.peer == peer }
    guard state.active?.peer == peer else { return }
    state.active = nil
    deliver(event)
    if !state.reserve.isEmpty { use(state.reserve.removeFirst(), &state) }
  }

  private var all: [any PacketTransport] { state.withLock(\.transports) }

  func send(_ packet: [UInt8]) async throws {
    let transport = state.withLock { state in state.active.map { state.transports[$0.way] } }
    try await transport?.send(packet)
  }

  func disconnect(_ peer: PeerID) async {
    for transport in all { await transport.disconnect(peer) }
  }

  func expect(_ player: Acquaintance, in session: SessionID) async {
    for transport in all { await transport.expect(player, in: session) }
  }

  func close() async {
    await withTaskGroup(of: Void.self) { group in
      for transport in all { group.addTask { await transport.close() } }
    }
  }
}
