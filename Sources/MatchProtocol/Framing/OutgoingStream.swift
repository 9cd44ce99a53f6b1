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
    var tries = 1
    var hasCome = false
    /// Whether it was sent again before its time was up, as others had overtaken it.
    var isHurried = false
  }

  /// By how many a fragment is overtaken before it counts as lost.
  private static let overtakers = 3

  /// How often a fragment is sent before the link is of no use.
  static let maximumTries = 6

  private let linkID: LinkID
  private var waiting = SendQueue()
  private var sending: Sending?
  private var flights: [Flight] = []
  private var oldest: UInt16
  private var credit = Report.fullCredit
  private var roundTrip = RoundTrip()
  private var window = BulkWindow()
  private var timerStart = Duration.zero
  /// Fragments that are to be sent again at once.
  private var hurried: [[UInt8]] = []

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
    flights.isEmpty ? nil : timerStart + roundTrip.timeout
  }

  /// Whether the deadline has passed for a fragment that was sent often enough.
  func isStalled(now: Duration) -> Bool {
    guard let first = flights.first, let deadline else {
      return false
    }
    return now >= deadline && first.tries >= Self.maximumTries
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

  /// How long a packet and its acknowledgement take, smoothed; nil before one was measured.
  var delay: Duration? { roundTrip.smoothed }

  /// How many messages of `channel` have not been sent, or not wholly.
  func waitingCount(on channel: Channel) -> Int {
    waiting.count(on: channel) + (sending?.channel == channel ? 1 : 0)
  }

  /// Whether nothing waits, or is half sent, but parts of files and pieces of pipes.
  var hasOnlyBulk: Bool {
    sending.map { $0.channel == .bulk } ?? true && waiting.hasOnlyBulk
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
      window.note(now - measured.sentAt)
    }
    let channels = gone.filter(\.endsMessage).map(\.channel)
    flights.removeFirst(Int(ahead))
    oldest = number
    timerStart = now
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
    if let trip { window.note(trip) }
    hurry(now: now)
  }

  /// Has fragments sent again that have been overtaken by several others, and for which a round
  /// trip and a half have passed.
  ///
  /// Without that, one that is lost stops a file for a second.
  private mutating func hurry(now: Duration) {
    guard let time = roundTrip.smoothed.map({ $0 + $0 / 2 }),
      flights.contains(where: { $0.channel == .bulk })
    else { return }
    var overtakers = 0
    for index in flights.indices.reversed() {
      if flights[index].hasCome {
        overtakers += 1
      } else if overtakers >= Self.overtakers, now >= flights[index].sentAt + time {
        flights[index].sentAt = now
        flights[index].isHurried = true
        hurried.append(flights[index].packet)
      }
    }
    hurried.reverse()
  }

  /// New packets of at most `packetSize` bytes, as many as may be on the way.
  ///
  /// `seal` makes of a channel's message what is sent, when it is its turn.
  mutating func release(
    packetSize: Int,
    now: Duration,
    sealing seal: ([UInt8]) -> [UInt8] = { $0 }
  ) -> [[UInt8]] {
    var packets: [[UInt8]] = []
    while flights.count < credit, var next = takeNext(packetSize: packetSize, sealing: seal) {
      if flights.isEmpty {
        timerStart = now
      }
      var packet: [UInt8] = []
      next.message.cut(
        into: &packet,
        linkID: linkID,
        sequence: nextSequence,
        packetSize: packetSize
      )
      let isLast = next.message.isUsedUp
      flights.append(
        Flight(packet: packet, channel: next.channel, endsMessage: isLast, sentAt: now)
      )
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
    return Sending(
      message: UncutMessage(channel == nil ? message : seal(message)),
      channel: channel
    )
  }

  /// What must be sent again by now, if the deadline has passed.
  mutating func repeatOverdue(now: Duration) -> [[UInt8]] {
    var packets = hurried
    hurried = []
    guard let deadline, now >= deadline else {
      return packets
    }
    roundTrip.backOff()
    timerStart = now
    for index in flights.indices where index == 0 || isOverdue(flights[index], now: now) {
      flights[index].sentAt = now
      flights[index].tries += 1
      packets.append(flights[index].packet)
    }
    return packets
  }

  /// Progress starts the timer anew, so that not all on the way have waited for long.
  private func isOverdue(_ flight: Flight, now: Duration) -> Bool {
    !flight.hasCome && now >= flight.sentAt + RoundTrip.minimum
  }
}
