/// The two streams between two sides that share a link id, and the signs of life on them.
struct Link: Sendable {
  /// What is due at some moment.
  enum Due: Hashable {
    case nothing
    case keepAlive
    case quiet
    case silent
    case lost(sequence: UInt16)
  }

  let peer: PeerID
  let id: LinkID

  private var packetSize: Int
  private var outgoing: Fragmenter
  private var incoming: Reassembler
  private var lastSent: Duration
  private var lastHeard: Duration
  private var gapSince: Duration?

  /// Whether the owner knows that the other side is quiet.
  private(set) var isQuiet = false

  init(peer: PeerID, id: LinkID, packetSize: Int, now: Duration) {
    self.peer = peer
    self.id = id
    self.packetSize = packetSize
    outgoing = Fragmenter(linkID: id, limit: MessageLimit.match)
    incoming = Reassembler(limit: MessageLimit.match)
    lastSent = now
    lastHeard = now
  }

  /// When something is due next.
  var deadline: Duration {
    let silence = lastHeard + SessionTimes.silence
    let quiet = isQuiet ? silence : lastHeard + SessionTimes.quiet
    let keepAlive = lastSent + SessionTimes.keepAlive
    return min(quiet, keepAlive, gapSince.map { $0 + SessionTimes.gap } ?? silence)
  }

  /// Takes a packet of this link and returns what it says.
  mutating func receive(
    _ packet: [UInt8],
    packetSize: Int,
    now: Duration
  ) throws(ProtocolError) -> [Envelope] {
    let header = try FragmentHeader(decoding: packet)
    lastHeard = now
    isQuiet = false
    self.packetSize = packetSize
    let expected = incoming.expected
    let messages = try incoming.append(packet, header)
    if !incoming.isMissingPacket {
      gapSince = nil
    } else if gapSince == nil || incoming.expected != expected {
      gapSince = now
    }
    var envelopes: [Envelope] = []
    for message in messages {
      envelopes.append(try Envelope(decoding: message))
    }
    return envelopes
  }

  /// The packets that say `envelope`.
  mutating func say(_ envelope: Envelope, now: Duration) -> [SessionAction] {
    lastSent = now
    return outgoing.sendActions(for: envelope, packetSize: packetSize)
  }

  /// The packet that says only that this side is alive.
  mutating func keepAlive(now: Duration) -> SessionAction {
    lastSent = now
    return .send(outgoing.keepAlive())
  }

  /// The owner is told that the other side is quiet; that is due once, until it is heard again.
  mutating func noteQuiet() {
    isQuiet = true
  }

  /// What is due, the worst first.
  func due(now: Duration) -> Due {
    if let gapSince, now >= gapSince + SessionTimes.gap {
      .lost(sequence: incoming.expected)
    } else if now >= lastHeard + SessionTimes.silence {
      .silent
    } else if !isQuiet, now >= lastHeard + SessionTimes.quiet {
      .quiet
    } else if now >= lastSent + SessionTimes.keepAlive {
      .keepAlive
    } else {
      .nothing
    }
  }
}

extension Fragmenter {
  /// The packets that say `envelope`; every message of this version fits its stream's limit.
  mutating func sendActions(for envelope: Envelope, packetSize: Int) -> [SessionAction] {
    do {
      return try split(envelope.encoded, packetSize: packetSize).map { .send($0) }
    } catch {
      preconditionFailure("\(envelope) does not fit its stream: \(error)")
    }
  }
}
