internal import BoardUI
internal import Logging
internal import MatchPlay
internal import MatchProtocol

/// The loop's notes about events and orders.
///
/// Packets are told by their headers only, and what is told to the player by its kind: digits and
/// words are nobody else's.
struct RuntimeLog: Sendable {
  private let transport = Logger(label: "transport")
  private let packets = Logger(label: "packet")
  private let session = Logger(label: "session")
  private let table = Logger(label: "table")
  private var state: SessionState?

  /// Notes what came.
  func note(_ event: LoopEvent) {
    switch event {
    case .transport(let event, let way): note(event, of: way)
    case .opened(let count): transport.info("\(count) ways")
    case .joined(let joined): transport.info("joined over way \(joined.way)")
    case .program(.route(.failed(let reason))): transport.info("failed: \(Self.words(reason))")
    case .program(.interrupted(let signal)): session.info("signal \(signal.rawValue)")
    case .program, .kept: break
    }
  }

  private func note(_ event: TransportEvent, of way: Int) {
    switch event {
    case .link(let event): note(event)
    case .progress(let progress): transport.info("\(Self.words(progress))")
    case .waits(let failure): transport.info("waits: \(Self.words(ExitReason(failure)))")
    case .wayEnded: transport.info("one of several ways ended")
    case .ended: transport.info("way \(way) ended")
    }
  }

  private func note(_ event: LinkEvent) {
    switch event {
    case .packet(let packet, let peer, _):
      packets.trace("in \(Self.words(packet)) from \(peer.rawValue)")
    case .up(let peer, let size):
      transport.info("up \(peer.rawValue), \(size) bytes in a packet")
    case .letter(let letter): transport.info("letter of \(letter.time)")
    case .down(let peer, let loss): transport.info("down \(peer.rawValue), \(loss)")
    }
  }

  /// Notes what is to be done.
  func note(_ orders: Orders) {
    for change in orders.table.keeps { note(change) }
    for packet in orders.table.packets { packets.trace("out \(Self.words(packet.bytes))") }
    for peer in orders.table.hangUps { transport.info("disconnect \(peer.rawValue)") }
    if let presence = orders.table.presence { transport.info("\(Self.words(presence))") }
    if let isOpen = orders.table.isOpen { transport.info("open \(isOpen)") }
    if let reason = orders.end { session.info("end: \(Self.words(reason))") }
  }

  private func note(_ change: JournalChange) {
    guard case .append(let entry) = change else { return table.debug("keep \(Self.kind(change))") }
    table.debug("\(entry.isMine ? "said" : "heard") \(Self.kind(entry.message))")
  }

  /// Notes where the session is, if that has changed.
  mutating func note(_ state: SessionState?) {
    guard let state, state != self.state else { return }
    self.state = state
    session.info("\(state.rawValue)")
  }

  private static func words(_ packet: [UInt8]) -> String {
    do {
      let header = try FragmentHeader(decoding: packet)
      let parts = (header.isFirst ? "first " : "") + (header.isLast ? "last " : "")
      return "link \(header.linkID.rawValue) number \(header.sequence) "
        + "acknowledges \(header.acknowledged) \(parts)\(header.kind), \(packet.count) bytes"
    } catch {
      return "\(error), \(packet.count) bytes"
    }
  }

  private static func words(_ reason: ExitReason) -> String {
    reason.line ?? "code \(reason.code)"
  }

  private static func words(_ presence: Presence) -> String {
    "announce \(presence.state.map { "\($0)" } ?? "nothing")"
  }

  private static func words(_ progress: TransportProgress) -> String {
    switch progress {
    case .listening(let host, _): "open at \(place(host))"
    case .adapter(let name): "on \(name)"
    case .connecting(let host): "connecting to \(place(host))"
    case .connected(let host): "connected to \(place(host))"
    case .reconnecting(let attempt, let delay): "attempt \(attempt) in \(delay)"
    case .taken(let host): "taken is \(place(host))"
    case .brokerLost(let attempt, let delay): "no broker, attempt \(attempt) in \(delay)"
    case .brokerForbids: "the broker forbids the topics"
    case .advertising, .published, .searching, .passed, .unavailable, .available, .brokerFound,
      .brokerFlooded, .posted:
      "\(progress)"
    }
  }

  /// The location of a host; the address at a broker may have the code of the table in it, which is
  /// a secret, and that of a page has its path.
  private static func place(_ host: HostLocation) -> String {
    if host.isPage { return String(host.address.prefix { $0 != "/" }) }
    return host.isAtBroker ? host.title : "\(host.address), \(host.title)"
  }

  /// The name of an enumeration's case, without what it holds.
  private static func kind(_ value: Any) -> String {
    Mirror(reflecting: value).children.first?.label ?? "\(value)"
  }
}
