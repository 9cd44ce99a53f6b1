/// The two streams between two sides that share a link id, and the signs of life on them.
struct Link: Sendable {
  /// The content of a packet.
  struct Received {
    var messages: [ArraySlice<UInt8>] = []

    /// The channels of the messages of this side that have come, nil for one of the link's own.
    var acknowledged: [Channel?] = []
  }

  let peer: PeerID
  let id: LinkID

  /// The maximum length of a packet on the transport.
  private var transportSize: Int
  /// The maximum length of a packet that the other side accepts, by what it has said.
  private var limitThere = PacketSize.largest
  /// The maximum length of a packet that this side accepts, by what it has said.
  private var limitHere = PacketSize.largest
  private var outgoing: OutgoingStream
  private var incoming = Reassembler(limit: MessageLimit.match)
  private var unacknowledged = 0
  private var reportAt: Duration?
  private var lastSent: Duration
  private(set) var lastHeard: Duration

  /// Since when the owner knows that the other side is quiet, if it is.
  private var quietSince: Duration?

  init(peer: PeerID, id: LinkID, packetSize: Int, now: Duration) {
    self.peer = peer
    self.id = id
    transportSize = packetSize
    outgoing = OutgoingStream(linkID: id)
    lastSent = now
    lastHeard = now
  }

  /// The maximum length of a packet that is sent.
  var packetSize: Int { min(transportSize, limitThere) }

  /// The maximum length of a packet that this side is to accept; 0 for the usual one.
  var offeredSize: Int {
    transportSize > PacketSize.largest ? min(transportSize, PacketSize.longest) : 0
  }

  /// Accepts packets of up to ``offeredSize`` bytes, as the other side is about to be told.
  mutating func acceptOfferedSize() {
    limitHere = max(limitHere, offeredSize)
    if limitHere > PacketSize.largest { incoming.limit = MessageLimit.record }
  }

  /// The other side accepts packets of up to `size` bytes.
  mutating func allow(packetSize size: Int) {
    limitThere = min(max(size, PacketSize.largest), PacketSize.longest)
  }

  /// When something is due next.
  var deadline: Duration {
    let life = givesUpAt ?? lastHeard + SessionTimes.quiet
    let keepAlive = lastSent + SessionTimes.keepAlive
    return min(life, keepAlive, min(reportAt ?? keepAlive, outgoing.deadline ?? keepAlive))
  }

  // MARK: What comes

  /// Receives a packet of this link; ``send(now:sealing:)`` is due then.
  mutating func receive(
    _ packet: [UInt8],
    packetSize: Int,
    now: Duration
  ) throws(ProtocolError) -> Received {
    let header = try FragmentHeader(decoding: packet)
    guard packet.count <= limitHere else {
      throw .packetTooLong(length: packet.count, maximum: limitHere)
    }
    lastHeard = now
    quietSince = nil
    transportSize = packetSize
    var received = Received()
    received.acknowledged = try outgoing.acknowledge(header.acknowledged, now: now)
    switch header.kind {
    case .report:
      try check(header)
      let report = try Report(decoding: packet)
      outgoing.apply(report, acknowledged: header.acknowledged, now: now)
    case .message:
      let wasMissingPacket = incoming.isMissingPacket
      received.messages = try incoming.messages(by: packet, header)
      let isOvertaker = incoming.isMissingPacket && !wasMissingPacket
      unacknowledged += packet.count > PacketSize.short ? Self.weight(isOvertaker) : 1
      reportAt = reportAt ?? now + SessionTimes.acknowledgement
    }
    return received
  }

  /// A report's number is that of a fragment that may be on its way, or late.
  private func check(_ header: FragmentHeader) throws(ProtocolError) {
    let ahead = header.sequence &- incoming.expected
    guard ahead <= UInt16(Reassembler.window) || ahead >= UInt16(1) << 15 else {
      throw .outsideWindow(sequence: header.sequence, expected: incoming.expected)
    }
  }

  // MARK: What goes

  /// Queues `message`, one of the link's own if it has no channel; ``send(now:sealing:)`` is due
  /// then.
  mutating func submit(_ message: [UInt8], on channel: Channel?) {
    outgoing.submit(message, on: channel)
  }

  /// Queues `message` as the last that is said on `channel`, behind those of all channels.
  mutating func submitLast(_ message: [UInt8], on channel: Channel) {
    outgoing.submitLast(message, on: channel)
  }

  /// The number of bytes of a file that make two packets, sealed and in an envelope; several
  /// packets if packets are short, and one if they hold as many as a part may have.
  ///
  /// In one packet of the air a tenth would be overhead; more than two would hold up a move.
  var partSize: Int {
    guard packetSize <= PacketSize.largest else {
      return min(packetSize - Self.longOverhead, FilePart.longest)
    }
    let twoPackets = (PacketSize.usable(packetSize) - FragmentHeader.size) * 2 - Self.partOverhead
    return min(max(twoPackets, 100), FilePart.usual)
  }

  /// As much as stands around a part in a long packet, at most.
  private static let longOverhead = PacketSize.longest - FilePart.longest

  /// Prefix, tag, envelope, number of the file and offset, of six bytes up to 4 TB.
  private static let partOverhead = Assembly.prefixSize + SecureChannel.overhead + 20

  /// The smoothed round-trip time; nil before it was measured.
  var delay: Duration? { outgoing.delay }

  /// The number of messages of `channel` that have not been sent completely.
  func waitingCount(on channel: Channel) -> Int {
    outgoing.waitingCount(on: channel)
  }

  /// All packets that are to be sent by now: new fragments, old ones again, and a report.
  ///
  /// `seal` makes of a channel's message what is sent, when it is its turn, behind
  /// ``UncutMessage/room``.
  mutating func send(now: Duration, sealing seal: ([UInt8]) -> [UInt8]) -> [[UInt8]] {
    let expected = incoming.expected
    var packets = outgoing.repeatOverdue(now: now)
    for index in packets.indices {
      FragmentHeader.stamp(&packets[index], acknowledging: expected)
    }
    packets += outgoing.release(
      packetSize: packetSize,
      expecting: expected,
      now: now,
      sealing: seal
    )
    if !packets.isEmpty { lastSent = now }
    if !packets.isEmpty, !incoming.isMissingPacket {
      // They carry all that a report would say.
      clearReport()
    }
    let isReportDue =
      unacknowledged >= Self.mostUnacknowledged || reportAt.map { now >= $0 } ?? false
    if isReportDue || packets.isEmpty && now >= lastSent + SessionTimes.keepAlive {
      packets.append(report(now: now))
    }
    return packets
  }

  /// The packet that says only what was received, and that this side is alive.
  private mutating func report(now: Duration) -> [UInt8] {
    let header = FragmentHeader(
      kind: .report,
      linkID: id,
      sequence: outgoing.nextSequence,
      acknowledged: incoming.expected
    )
    clearReport()
    lastSent = now
    return header.encoded + Report(beyond: incoming.beyond).encoded
  }

  /// No report is due: all that one would say is said.
  private mutating func clearReport() {
    unacknowledged = 0
    reportAt = nil
  }

  /// The number of fragments that may come before a report is due at once.
  private static let mostUnacknowledged = Report.fullCredit / 2

  /// As how many a long one counts, so that a sender need only keep few of these on the way, and
  /// soon learns of one that is missing.
  private static func weight(_ isFirstBehindHole: Bool) -> Int {
    isFirstBehindHole ? mostUnacknowledged : mostUnacknowledged / 2
  }

  // MARK: Life and death

  /// When the link is given up if nothing is heard, once the other side is quiet.
  ///
  /// A whole process that stood still finds that out late, and tries a link that may be good.
  private var givesUpAt: Duration? {
    quietSince.map { $0 + SessionTimes.silence - SessionTimes.quiet }
  }

  /// The reason why the link is to be given up now, if it is.
  func uselessness(now: Duration) -> LinkBreak? {
    if outgoing.isStalled(now: now) {
      .stalled(sequence: outgoing.oldestUnacknowledged)
    } else if let givesUpAt, now >= givesUpAt {
      .silent(after: SessionTimes.silence)
    } else {
      nil
    }
  }

  /// The number of the fragment that has waited for longest to be acknowledged, if one does.
  var awaited: UInt16? { outgoing.deadline.map { _ in outgoing.oldestUnacknowledged } }

  /// True if the other side has just become quiet: once, until it is heard again.
  mutating func growsQuiet(now: Duration) -> Bool {
    guard quietSince == nil, now >= lastHeard + SessionTimes.quiet else {
      return false
    }
    quietSince = now
    return true
  }
}
