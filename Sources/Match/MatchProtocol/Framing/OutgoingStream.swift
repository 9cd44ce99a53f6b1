/// The fragments of one direction of a link: what waits, what is on its way, and what must be sent
/// again.
///
/// At most 64 fragments are on the way. The owner limits how many messages wait.
struct OutgoingStream: Sendable {
  /// A message of which some fragments are sent, and the channel that it is of; the link's own have
  /// none.
  private struct Sending: Sendable {
    var message: UncutMessage
    let channel: Channel?
  }

  /// A fragment that was sent and is not known to have come.
  private struct Flight: Sendable {
    var packet: [UInt8]
    let channel: Channel?
    let endsMessage: Bool
    var sentAt: Duration
    /// The number of fragments of this stream that were sent before, copies included.
    var order: Int
    var tries = 1
    var hasCome = false
    /// True if it was sent again before its time was up, as others had overtaken it.
    var isHurried = false
  }

  /// By how many a fragment is overtaken before it counts as lost without waiting for longer: RFC
  /// 9002, section 6.1.1.
  private static let overtakers = 3

  /// The number of transmissions of a fragment after which the link is of no use.
  static let maximumTries = 6

  private let linkID: LinkID
  private var waiting = SendQueue()
  private var sending: Sending?
  private var flights: [Flight] = []
  private var oldest: UInt16
  private var credit = Report.fullCredit
  private var roundTrip = RoundTrip()
  private var window = BulkWindow()
  /// The maximum length of the latest packets.
  private var packetSize = PacketSize.smallest
  private var timerStart = Duration.zero
  /// The number of fragments that were sent, copies counted too.
  private var sentCount = 0
  /// When fragments that others have overtaken are looked at again, as their time was not up.
  private var hurryAt: Duration?
  /// The number of probes of the oldest fragment since anything new was acknowledged, and the time
  /// of the last.
  private var probes = (count: 0, lastAt: Duration.zero)

  /// A stream whose first fragment is number `firstSequence`.
  init(linkID: LinkID, firstSequence: UInt16 = 0) {
    self.linkID = linkID
    oldest = firstSequence
  }

  /// The number that the next new fragment will have.
  var nextSequence: UInt16 {
    oldest &+ UInt16(flights.count)
  }

  /// The number that has been sent for longest without an acknowledgement.
  var oldestUnacknowledged: UInt16 {
    oldest
  }

  /// When something must be sent again, if anything is on its way.
  var deadline: Duration? {
    [timeout, hurryAt, probeAt].compactMap { $0 }.min()
  }

  /// When the oldest fragment has waited too long for its acknowledgement.
  private var timeout: Duration? {
    flights.isEmpty ? nil : timerStart + roundTrip.timeout
  }

  /// True if the deadline has passed for a fragment that was sent often enough.
  func isStalled(now: Duration) -> Bool {
    guard let first = flights.first, let timeout else {
      return false
    }
    return now >= timeout && first.tries >= Self.maximumTries
  }

  /// Queues `message`, which has 1 to 65,535 bytes, behind those of its channel.
  ///
  /// Without a channel it is one of the link's own, which go first and are sent as they are.
  mutating func submit(_ message: [UInt8], on channel: Channel? = nil) {
    waiting.append(message, on: channel)
  }

  /// Queues `message` as the last that is said on `channel`, behind those of all channels.
  mutating func submitLast(_ message: [UInt8], on channel: Channel) {
    waiting.appendLast(message, on: channel)
  }

  /// The smoothed round-trip time; nil before it was measured.
  var delay: Duration? { roundTrip.smoothed }

  /// The number of messages of `channel` that have not been sent completely.
  func waitingCount(on channel: Channel) -> Int {
    waiting.count(on: channel) + (sending?.channel == channel ? 1 : 0)
  }

  /// All fragments before `number` have come.
  ///
  /// What an old packet says that others have overtaken is nothing new.
  ///
  /// - Returns: The channels of the messages that are now known to have come, nil for one of the
  ///   link's own.
  mutating func acknowledge(
    _ number: UInt16,
    now: Duration
  ) throws(ProtocolError) -> [Channel?] {
    let ahead = number &- oldest
    guard 1..<1 << 15 ~= ahead else {
      return []
    }
    guard ahead <= flights.count else {
      throw .unsentAcknowledged(number: number, next: nextSequence)
    }
    let gone = flights.prefix(Int(ahead))
    if let measured = gone.last(where: { $0.tries == 1 && !$0.hasCome && !$0.isHurried }) {
      roundTrip.measure(now - measured.sentAt)
      window.note(now - measured.sentAt, ofPackets: packetSize)
    }
    let channels = gone.filter { $0.endsMessage }.map { $0.channel }
    flights.removeFirst(Int(ahead))
    oldest = number
    timerStart = now
    probes.count = 0
    return channels
  }

  /// Takes what a report says besides: its credit, and what has come after `acknowledged`.
  mutating func apply(_ report: Report, acknowledged: UInt16, now: Duration) {
    guard acknowledged &- oldest < UInt16(1) << 15 else {
      return
    }
    credit = report.credit
    var trip: Duration?
    for (index, flight) in flights.enumerated().dropFirst() where !flight.hasCome {
      let bit = oldest &+ UInt16(index) &- acknowledged &- 1
      guard report.beyond >> UInt64(bit) & 1 == 1 else {
        continue
      }
      if flight.tries == 1, !flight.isHurried {
        roundTrip.measure(now - flight.sentAt)
        trip = now - flight.sentAt
      }
      flights[index].hasCome = true
    }
    if let trip { window.note(trip, ofPackets: packetSize) }
    if !flights.isEmpty { hurryAt = now }
  }

  /// New packets of at most `packetSize` bytes, as many as may be on the way, with the number that
  /// is `expected` next of the other direction.
  ///
  /// `seal` makes of a channel's message what is sent, when it is its turn, behind
  /// ``UncutMessage/room``.
  mutating func release(
    packetSize: Int,
    expecting expected: UInt16 = 0,
    now: Duration,
    sealing seal: ([UInt8]) -> [UInt8] = UncutMessage.behindRoom
  ) -> [[UInt8]] {
    var packets: [[UInt8]] = []
    self.packetSize = packetSize
    while flights.count < credit, var next = takeNext(packetSize: packetSize, sealing: seal) {
      if flights.isEmpty {
        timerStart = now
      }
      var packet: [UInt8] = []
      let header = FragmentHeader(
        kind: .message,
        linkID: linkID,
        sequence: nextSequence,
        acknowledged: expected
      )
      next.message.cut(header, into: &packet, packetSize: packetSize)
      let isLast = next.message.isUsedUp
      flights.append(
        Flight(
          packet: packet,
          channel: next.channel,
          endsMessage: isLast,
          sentAt: now,
          order: sentCount
        )
      )
      sentCount += 1
      packets.append(packet)
      sending = isLast ? nil : next
    }
    return packets
  }

  /// The message whose turn it is: one that has begun goes on.
  private mutating func takeNext(
    packetSize: Int,
    sealing seal: ([UInt8]) -> [UInt8]
  ) -> Sending? {
    if let sending {
      return sending
    }
    let hasRoom =
      flights.count < min(credit, BulkWindow.span)
      && flights.count { !$0.hasCome } < window.size(ofPackets: packetSize)
    guard let (message, channel) = waiting.popFirst(withBulk: hasRoom) else {
      return nil
    }
    let bytes = channel == nil ? UncutMessage.behindRoom(message) : seal(message)
    return Sending(message: UncutMessage(bytes), channel: channel)
  }

  /// The packets that must be sent again by now.
  mutating func repeatOverdue(now: Duration) -> [[UInt8]] {
    let packets = hurry(now: now) + probe(now: now)
    guard let timeout, now >= timeout else {
      return packets
    }
    roundTrip.backOff()
    timerStart = now
    let overdue = flights.indices.filter { $0 == 0 || isOverdue(flights[$0], now: now) }
    return packets
      + overdue.map { index in
        flights[index].tries += 1
        return sendAgain(index, now: now)
      }
  }

  /// Progress starts the timer anew, so that not all on the way have waited for long.
  private func isOverdue(_ flight: Flight, now: Duration) -> Bool {
    !flight.hasCome && now >= flight.sentAt + RoundTrip.minimum
  }

  /// The packet of a fragment that is sent once more.
  private mutating func sendAgain(_ index: Int, now: Duration) -> [UInt8] {
    flights[index].sentAt = now
    flights[index].order = sentCount
    sentCount += 1
    return flights[index].packet
  }
}

// MARK: - Lost fragments of what is urgent or long

/// Copies that are sent before the timer expires: what waits behind a lost fragment would wait for
/// a second or more. They are no expiries, and give no samples of the round trip.
extension OutgoingStream {
  /// The time for which the other side may delay an acknowledgement.
  private static let delay = SessionTimes.acknowledgement
  /// No fragment is missed sooner: where a round trip takes nothing, an acknowledgement that was
  /// put off may still be late.
  private static let shortest = Duration.milliseconds(250)
  /// The assumed upper bound of a round-trip time that nobody has measured.
  private static let patience = Duration.milliseconds(400)

  /// True if more is on the way than a match, in which a player thinks for longer than the timer.
  private var isInHurry: Bool { flights.contains { $0.channel != .match } }

  /// Sends fragments again that others have overtaken which were sent later, when their time is up;
  /// those that few have overtaken wait for longer.
  private mutating func hurry(now: Duration) -> [[UInt8]] {
    guard let hurryAt, now >= hurryAt else { return [] }
    self.hurryAt = nil
    let orders = flights.filter { $0.hasCome }.map { $0.order }.sorted()
    guard let time = roundTrip.overtaking, isInHurry, let newest = orders.last else { return [] }
    // Whatever was sent before this one, and has not come, has been overtaken by enough.
    let latest = orders.dropLast(Self.overtakers - 1).last ?? -1
    var packets: [[UInt8]] = []
    for index in flights.indices where !flights[index].hasCome && flights[index].order < newest {
      let isCertain = flights[index].order < latest
      let due = flights[index].sentAt + (isCertain ? time : max(time, Self.shortest))
      guard now >= due else {
        self.hurryAt = min(due, self.hurryAt ?? due)
        continue
      }
      flights[index].isHurried = true
      packets.append(sendAgain(index, now: now))
    }
    return packets
  }

  /// When the oldest fragment is sent again because nothing at all is heard: twice, until something
  /// new is acknowledged.
  ///
  /// The tail loss probe of RFC 8985, section 7.
  private var probeAt: Duration? {
    guard probes.count < 2, isInHurry, let first = flights.first, first.tries == 1,
      let last = flights.last
    else { return nil }
    let wait = roundTrip.smoothed.map { max($0 * 2 + Self.delay, Self.shortest) } ?? Self.patience
    return max(first.sentAt, last.sentAt, timerStart, probes.lastAt) + wait * (1 << probes.count)
  }

  private mutating func probe(now: Duration) -> [[UInt8]] {
    guard let probeAt, now >= probeAt else { return [] }
    probes = (probes.count + 1, now)
    flights[0].isHurried = true
    return [sendAgain(0, now: now)]
  }
}
