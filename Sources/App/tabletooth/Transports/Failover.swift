internal import MatchPlay
internal import MatchProtocol
internal import Synchronization

/// Several transports to one host, of which one at a time is used.
///
/// It is the first that leads to the host, and the next one when that is lost, or when who answered
/// there was not the host. A link on another transport is kept in reserve, and the session is not
/// told of it before its turn.
final class Failover: PacketTransport {
  private struct Link {
    let way: Int
    let peer: PeerID
    let maximumPacketSize: Int
  }

  private struct State {
    var transports: [Int: any PacketTransport] = [:]
    var active: Link?
    /// The links in reserve, the oldest first.
    var reserve: [Link] = []
    /// The location of each transport, which is told when it is used.
    var places: [Int: TransportEvent] = [:]
    var ended: Set<Int> = []
    /// The transports that were closed already.
    var dropped: Set<Int> = []
  }

  private let state = Mutex(State())
  private let deliver: @Sendable (TransportEvent) -> Void

  /// Transports that are still to be added; `deliver` is told of the one that is used.
  init(deliver: @escaping @Sendable (TransportEvent) -> Void) {
    self.deliver = deliver
  }

  /// The receiver of the events of the transport with this number.
  func sink(of way: Int) -> @Sendable (TransportEvent) -> Void {
    { [weak self] event in self?.take(event, of: way) }
  }

  /// Adds the transport of this number.
  func add(_ transport: any PacketTransport, as way: Int) {
    state.withLock { $0.transports[way] = transport }
  }

  /// The number of the way that is used, if one is.
  var activeWay: Int? { state.withLock { $0.active?.way } }

  /// Closes a way that is not used, and is not to be used.
  func drop(_ way: Int) async {
    let transport = state.withLock { state in
      state.ended.insert(way)
      state.dropped.insert(way)
      state.reserve.removeAll { $0.way == way }
      return state.transports[way]
    }
    await transport?.close()
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
      case .progress(let progress):
        if isNews(progress, of: way, &state) { deliver(event) }
      case .waits, .wayEnded: deliver(event)
      case .ended(let end): lose(way, because: end, &state)
      }
    }
  }

  /// True if it is to be told now what another way does than the one that is used.
  private func isNews(_ progress: TransportProgress, of way: Int, _ state: inout State) -> Bool {
    guard let active = state.active, active.way != way else { return true }
    switch progress {
    case .connected:
      state.places[way] = .progress(progress)
      return false
    case .advertising, .listening, .adapter, .unavailable, .available, .brokerLost,
      .brokerFound, .brokerForbids, .brokerFlooded:
      return true
    default: return false
    }
  }

  private func use(_ link: Link, _ state: inout State) {
    state.active = link
    if let place = state.places.removeValue(forKey: link.way) { deliver(place) }
    deliver(.link(.up(link.peer, maximumPacketSize: link.maximumPacketSize)))
  }

  private func lose(_ peer: PeerID, _ event: TransportEvent, _ state: inout State) {
    state.reserve.removeAll { $0.peer == peer }
    guard state.active?.peer == peer else { return }
    state.active = nil
    deliver(event)
    if !state.reserve.isEmpty { use(state.reserve.removeFirst(), &state) }
  }

  /// A way is gone for good.
  private func lose(_ way: Int, because end: (any TransportFailure)?, _ state: inout State) {
    guard state.ended.insert(way).inserted else { return }
    let isLast = state.ended.count == state.transports.count
    deliver(isLast ? .ended(because: end) : .wayEnded(because: end))
  }

  private var all: [any PacketTransport] { state.withLock { Array($0.transports.values) } }

  private var open: [any PacketTransport] {
    state.withLock { state in
      state.transports.filter { !state.dropped.contains($0.key) }.map(\.value)
    }
  }

  func send(_ packet: [UInt8]) async throws {
    let transport = state.withLock { state in state.active.flatMap { state.transports[$0.way] } }
    try await transport?.send(packet)
  }

  func disconnect(_ peer: PeerID) async {
    for transport in all { await transport.disconnect(peer) }
  }

  func expect(_ other: Introduction) async {
    for transport in open { await transport.expect(other) }
  }

  func close() async {
    await withTaskGroup(of: Void.self) { group in
      for transport in open { group.addTask { await transport.close() } }
    }
  }
}

extension Carrier {
  /// The number of its transport, where each carrier has one.
  var way: Int { Int(rawValue) }
}
