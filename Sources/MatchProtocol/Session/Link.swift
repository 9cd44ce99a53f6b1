/// The two streams between two sides that share a link id, and the signs of life on them.
struct Link: Sendable {
  /// What a packet brought.
  struct Heard {
    var messages: [[UInt8]] = []

    /// How many more of our messages the other side has.
    var acknowledged = 0
  }

  let peer: PeerID
  let id: LinkID

  private var packetSize: Int
  private var outgoing: OutgoingStream
  private var incoming = Reassembler(limit: MessageLimit.match)
  private var unacknowledged = 0
  private var reportAt: Duration?
  private var lastSent: Duration
  private var lastHeard: Duration

  /// Whether the owner knows that the other side is quiet.
  private(set) var isQuiet = false

  init(peer: PeerID, id: LinkID, packetSize: Int, now: Duration) {
    self.peer = peer
    self.id = id
    self.packetSize = packetSize
    outgoing = OutgoingStream(linkID: id)
    lastSent = now
    lastHeard = now
  }

  /// When something is due next.
  var deadline: Duration {
    let life = lastHeard + (isQuiet ? SessionTimes.silence : SessionTimes.quiet)
    let keepAlive = lastSent + SessionTimes.keepAlive
    return min(life, keepAlive, min(reportAt ?? keepAlive, outgoing.deadline ?? keepAlive))
  }

  // MARK: What comes

  /// Takes a packet of this link and returns what it says; ``send(now:)`` is due then.
  mutating func receive(
    _ packet: [UInt8],
    packetSize: Int,
    now: Duration
  ) throws(ProtocolError) -> Heard {
    let header = try FragmentHeader(decoding: packet)
    lastHeard = now
    isQuiet = false
    self.packetSize = packetSize
    var heard = Heard()
    heard.acknowledged = try outgoing.acknowledge(header.acknowledged, now: now)
    switch header.kind {
    case .report:
      try check(header)
      let report = try Report(decoding: packet)
      outgoing.apply(report, acknowledged: header.acknowledged, now: now)
    case .message:
      heard.messages = try incoming.append(packet, header)
      unacknowledged += 1
      reportAt = reportAt ?? now + SessionTimes.acknowledgement
    }
    return heard
  }

  /// A report's number is that of a fragment that may be on its way, or late.
  private func check(_ header: FragmentHeader) throws(ProtocolError) {
    let ahead = header.sequence &- incoming.expected
    guard ahead <= UInt16(Reassembler.window) || ahead >= UInt16(1) << 15 else {
      throw .outsideWindow(sequence: header.sequence, expected: incoming.expected)
    }
  }

  // MARK: What goes

  /// Queues `message`; ``send(now:)`` is due then.
  mutating func submit(_ message: [UInt8]) {
    outgoing.submit(message)
  }

  /// All packets that are to be sent by now: new fragments, old ones again, and a report.
  mutating func send(now: Duration) -> [[UInt8]] {
    var packets = outgoing.repeatOverdue(now: now)
    packets += outgoing.release(packetSize: packetSize, now: now)
    if !packets.isEmpty, !incoming.isMissingPacket {
      // They carry all that a report would say.
      tell(now: now)
    }
    let isReportDue =
      unacknowledged >= Self.mostUnacknowledged || reportAt.map { now >= $0 } ?? false
    if isReportDue || packets.isEmpty && now >= lastSent + SessionTimes.keepAlive {
      return packets.map { stamped($0, now: now) } + [report(now: now)]
    }
    return packets.map { stamped($0, now: now) }
  }

  /// The packet that says only what was received, and that this side is alive.
  private mutating func report(now: Duration) -> [UInt8] {
    let header = FragmentHeader(kind: .report, linkID: id, sequence: outgoing.nextSequence)
    tell(now: now)
    return stamped(header.encoded + Report(beyond: incoming.beyond).encoded, now: now)
  }

  /// `packet` with the acknowledgement of the moment in which it is sent.
  private mutating func stamped(_ packet: [UInt8], now: Duration) -> [UInt8] {
    var packet = packet
    FragmentHeader.stamp(&packet, acknowledging: incoming.expected)
    lastSent = now
    return packet
  }

  private mutating func tell(now: Duration) {
    unacknowledged = 0
    reportAt = nil
  }

  /// How many fragments may come before a report is due at once.
  private static let mostUnacknowledged = Report.fullCredit / 2

  // MARK: Life and death

  /// Why the link is to be given up now, if it is.
  func uselessness(now: Duration) -> LinkBreak? {
    if outgoing.isStalled(now: now) {
      .stalled(sequence: outgoing.oldestUnacknowledged)
    } else if now >= lastHeard + SessionTimes.silence {
      .silent(after: SessionTimes.silence)
    } else {
      nil
    }
  }

  /// Whether the other side has just become quiet: once, until it is heard again.
  mutating func growsQuiet(now: Duration) -> Bool {
    guard !isQuiet, now >= lastHeard + SessionTimes.quiet else {
      return false
    }
    isQuiet = true
    return true
  }
}
