/// Packets between the guests of one transport and the host behind another: who is there, whose a
/// packet is, and how much of it each may have.
///
/// It reads headers, and greetings, which are in clear; all else is sealed between guest and host.
/// It has no clock, and every input returns what to do.
package struct Bridge: Sendable {
  /// The number of guests that may be there at a time.
  package static let mostGuests = 8
  /// The maximum number of packets in each direction that are handed on and not accepted yet.
  static let mostInFlight = 8
  /// After this time without a packet a guest is gone.
  static let silence = Duration.seconds(60)
  /// The time for which a guest that has greeted receives the answers to all greetings.
  static let greetingTime = SessionTimes.handshake
  /// The number of greetings and links that are remembered for a guest: several programs of one
  /// computer are one guest over Bluetooth.
  static let mostLinks = 4
  /// The time in which the guest that played may come back before others greet, after the shared
  /// link was lost; it includes making the link again.
  static let returnTime = Duration.seconds(30)
  /// The time for which the guest that plays is left alone with the host, as long as nobody there
  /// has a seat: the host hangs up on a stranger, and so on all who share its link.
  static let provingTime = Duration.seconds(5)
  /// For how long the host is not asked again for one whom it has refused.
  static let refusalTime = Duration.seconds(60)
  /// After this time one who wants to play, and is there, has the seat.
  static let seatTime = Duration.seconds(75)
  /// The number of dropped packets within ``floodTime`` that counts as a flood; a session has none.
  static let mostDropped = 1_024
  static let floodTime = Duration.seconds(10)
  /// For how long only those are heard who are there, when somebody floods the bridge.
  package static let shutTime = Duration.seconds(60)
  /// After this time a person is told again of what was dropped.
  static let tellingPause = Duration.seconds(10)

  /// The direction of a packet.
  package enum Direction: Hashable, Sendable, CaseIterable {
    case up, down
  }

  struct Guest {
    let number: Int
    var size: Int
    var heardAt: Duration
    var greetedAt: Duration?
    var greetings = HandshakeReassembler()
    /// The latest greetings, and the links that the host gave in answer to them.
    var nonces: [Nonce] = []
    var links: [LinkID] = []
    var linkedAt: Duration?
    /// Since when it wants to play, if it does.
    var playsSince: Duration?
    var up: PacedQueue
    var down: PacedQueue
    var traffic = Traffic()
    var flood = Flood()
    /// The number of packets that were dropped since a person was told of that.
    var untold = 0
    var toldAt: Duration?

    func tells(now: Duration) -> Bool {
      toldAt.map { now - $0 >= Bridge.tellingPause } ?? true
    }
  }

  /// The number of packets that were dropped of late.
  struct Flood {
    private var since = Duration.zero
    private var count = 0

    /// Counts one more, and says whether it is one too many.
    mutating func isFull(now: Duration) -> Bool {
      if now - since >= Bridge.floodTime { (since, count) = (now, 0) }
      count += 1
      return count >= Bridge.mostDropped
    }
  }

  private let limits: TrafficLimits
  /// True if all guests share one link to the host, so that one of them can play.
  let sharesLink: Bool
  var guests: [PeerID: Guest] = [:]
  var order: [PeerID] = []
  /// The packets for all who greet or watch.
  var common: PacedQueue
  /// The traffic that may go on the air for all guests together.
  private var air: TrafficBudget
  private var inFlight: [Direction: Int] = [:]
  /// The number of packets that were let through.
  private var turns = 0
  var guestsMade = 0
  var troubleToldAt: Duration?
  /// The packets of those for whom there is no place.
  private var crowd = Flood()
  /// Until when only these are heard, if somebody floods the bridge.
  private var shut: (until: Duration, peers: [PeerID])?
  /// The host's answers to greetings.
  var answers = HandshakeReassembler()
  /// Whom the host has refused, and until when it is not asked again for them.
  var refused: [PeerID: Duration] = [:]
  /// The guest that played when the link to the host was lost, and the time until which it comes
  /// first.
  var expected: (peer: PeerID, until: Duration)?
  var greeting = Fragmenter(linkID: .unassigned, limit: MessageLimit.handshake)
  /// The traffic of guests that have gone, and of packets for all.
  private var past = Traffic()

  /// A bridge without guests.
  ///
  /// - Parameters:
  ///   - sharesLink: Whether all guests share one link to the host.
  ///   - limits: How much each guest may have carried in each direction, and all on the air.
  ///   - now: The time.
  package init(sharesLink: Bool, limits: TrafficLimits = TrafficLimits(), now: Duration) {
    (self.sharesLink, self.limits) = (sharesLink, limits)
    common = PacedQueue(limits, now: now)
    air = TrafficBudget(
      bytesPerSecond: limits.airBytesPerSecond,
      burst: limits.airBurst,
      now: now
    )
  }

  /// The number of guests that are there.
  package var guestCount: Int { guests.count }

  /// The traffic of all guests together.
  package var traffic: Traffic { guests.values.map { $0.traffic }.reduce(past, +) }

  // MARK: Inputs

  /// A guest has said `packet`.
  package mutating func receive(
    _ packet: [UInt8],
    from peer: PeerID,
    maximumPacketSize size: Int,
    now: Duration
  ) -> [Order] {
    var orders: [Order] = []
    if guests[peer] == nil {
      guard shut?.peers.contains(peer) ?? true else { return [] }
      guard guests.count < Self.mostGuests else { return turnAway(peer, now: now) }
      orders += add(peer, size, now: now)
    }
    guard var guest = guests[peer] else { return [] }
    (guest.size, guest.heardAt) = (size, now)
    let isLetThrough = examine(packet, &guest, of: peer, now: now, &orders)
    let isDropped = isLetThrough && !guest.up.add(packet)
    if isDropped { guest.drop() }
    let isFlood = isDropped && guest.flood.isFull(now: now)
    guests[peer] = guest
    if isFlood { orders += shutOut(peer, number: guest.number, now: now) }
    return orders + advance(now: now)
  }

  /// The host has said `packet` to all its guests.
  package mutating func receive(_ packet: [UInt8], now: Duration) -> [Order] {
    guard let header = try? FragmentHeader(decoding: packet) else { return [] }
    if header.linkID == .unassigned {
      learn(from: packet, now: now)
      if guests.values.contains(where: { $0.hasGreeted(by: now) }) { _ = common.add(packet) }
    } else if let peer = order.first(where: { guests[$0]?.links.contains(header.linkID) == true }) {
      if guests[peer]?.down.add(packet) == false { guests[peer]?.drop() }
    }
    return advance(now: now)
  }

  /// The link to a guest is gone.
  package mutating func lose(_ peer: PeerID) -> [Order] {
    remove(peer).map { [.leave(peer), $0] } ?? []
  }

  /// The host does not know the guests any more, or hangs up on one of them.
  package mutating func dismiss(_ peer: PeerID? = nil, now: Duration) -> [Order] {
    if sharesLink, let player = guests.first(where: { $0.value.playsSince != nil })?.key {
      expected = (player, now + Self.returnTime)
    }
    return (peer.map { [$0] } ?? order).flatMap { peer -> [Order] in
      remove(peer).map { [.disconnect(peer), $0] } ?? []
    }
  }

  /// A packet that was to be said was taken, or lost.
  package mutating func taken(_ direction: Direction, now: Duration) -> [Order] {
    inFlight[direction, default: 1] -= 1
    return advance(now: now)
  }

  /// When ``tick(now:)`` is due.
  package var deadline: Duration? {
    let others = [nextDue, shut?.until].compactMap { $0 }
    return (guests.values.map { $0.heardAt + Self.silence } + others).min()
  }

  /// Time has passed.
  package mutating func tick(now: Duration) -> [Order] {
    let silent = order.filter { peer in
      guests[peer].map { now - $0.heardAt >= Self.silence } ?? false
    }
    var orders = silent.flatMap { peer in lose(peer) + [.disconnect(peer)] }
    if let until = shut?.until, until <= now {
      shut = nil
      orders.append(.listen(onlyTo: nil))
    }
    return orders + advance(now: now)
  }
}

// MARK: - Who is there

extension Bridge {
  private mutating func add(_ peer: PeerID, _ size: Int, now: Duration) -> [Order] {
    guestsMade += 1
    guests[peer] = Guest(
      number: guestsMade,
      size: size,
      heardAt: now,
      up: PacedQueue(limits, now: now),
      down: PacedQueue(limits, now: now)
    )
    order.append(peer)
    return [.tell(.came(guestsMade))]
  }

  private mutating func turnAway(_ peer: PeerID, now: Duration) -> [Order] {
    let orders = [.disconnect(peer)] + trouble(.full, now: now)
    guard crowd.isFull(now: now) else { return orders }
    return orders + shutOthersOut(now: now) + [.tell(.flooded(nil))]
  }

  /// Hears no more of a guest who floods the bridge, and of nobody else who is not there.
  private mutating func shutOut(_ peer: PeerID, number: Int, now: Duration) -> [Order] {
    let orders = lose(peer) + [.disconnect(peer)]
    return orders + shutOthersOut(now: now) + [.tell(.flooded(number))]
  }

  private mutating func shutOthersOut(now: Duration) -> [Order] {
    shut = (now + Self.shutTime, order)
    return [.listen(onlyTo: order)]
  }

  /// Tells of something that may happen again and again.
  mutating func trouble(_ news: News, now: Duration) -> [Order] {
    guard troubleToldAt.map({ now - $0 >= Self.tellingPause }) ?? true else { return [] }
    troubleToldAt = now
    return [.tell(news)]
  }

  private mutating func remove(_ peer: PeerID) -> Order? {
    guard let guest = guests.removeValue(forKey: peer) else { return nil }
    order.removeAll { $0 == peer }
    past = past + guest.traffic
    return .tell(.went(guest.number, guest.traffic))
  }
}

// MARK: - Whose turn it is

extension Bridge {
  /// A queue in which packets wait.
  private enum Place {
    /// The queue of packets for all who greet or watch.
    case common
    case guest(PeerID)
  }

  /// The direction in which packets go on the air.
  private var toAir: Direction { sharesLink ? .up : .down }

  /// Lets through what may go: a packet of each guest in turn.
  private mutating func advance(now: Duration) -> [Order] {
    var orders = told(now: now)
    for direction in Direction.allCases {
      while let place = next(direction, now: now) {
        guard let order = take(direction, from: place, now: now) else { break }
        orders.append(order)
      }
    }
    return orders
  }

  /// The queue that is next in `direction`: of those that may send now, the one that has waited for
  /// the most turns.
  private func next(_ direction: Direction, now: Duration) -> Place? {
    places(direction).filter { due($0.queue, direction).map { $0 <= now } ?? false }
      .min { $0.queue.turn < $1.queue.turn }?.place
  }

  private func places(_ direction: Direction) -> [(place: Place, queue: PacedQueue)] {
    guard inFlight[direction, default: 0] < Self.mostInFlight else { return [] }
    let own = order.compactMap { peer in
      guests[peer].map { (place: Place.guest(peer), queue: direction == .up ? $0.up : $0.down) }
    }
    return direction == .up ? own : [(place: .common, queue: common)] + own
  }

  /// When the next packet of `queue` may go in `direction`; nil if none waits.
  private func due(_ queue: PacedQueue, _ direction: Direction) -> Duration? {
    guard let packet = queue.first, let due = queue.due else { return nil }
    return direction == toAir ? max(due, air.due(for: airCost(packet))) : due
  }

  /// The cost of `packet` on the air, where each guest nearby receives it separately.
  private func airCost(_ packet: [UInt8]) -> Int {
    limits.cost(packet) * (sharesLink ? 1 : max(guests.count, 1))
  }

  private mutating func take(_ direction: Direction, from place: Place, now: Duration) -> Order? {
    turns += 1
    guard let packet = takePacket(direction, from: place, now: now) else { return nil }
    inFlight[direction, default: 0] += 1
    if direction == toAir { air.spend(airCost(packet), now: now) }
    guard case .guest(let peer) = place, direction == .up else { return .toGuests(packet) }
    return .toHost(packet, of: peer, answers: guests[peer]?.size ?? 0)
  }

  private mutating func takePacket(
    _ direction: Direction,
    from place: Place,
    now: Duration
  ) -> [UInt8]? {
    switch (place, direction) {
    case (.common, _):
      let packet = common.take(turn: turns, now: now)
      if let packet { past.down.count(packet) }
      return packet
    case (.guest(let peer), .up):
      let packet = guests[peer]?.up.take(turn: turns, now: now)
      if let packet { guests[peer]?.traffic.up.count(packet) }
      return packet
    case (.guest(let peer), .down):
      let packet = guests[peer]?.down.take(turn: turns, now: now)
      if let packet { guests[peer]?.traffic.down.count(packet) }
      return packet
    }
  }

  /// When the next packet may go, if one waits that is not kept by those which are not taken yet.
  private var nextDue: Duration? {
    Direction.allCases.flatMap { direction in
      places(direction).compactMap { due($0.queue, direction) }
    }
    .min()
  }

  /// The orders that report dropped packets.
  private mutating func told(now: Duration) -> [Order] {
    order.compactMap { peer in
      guard let guest = guests[peer], guest.untold > 0, guest.tells(now: now) else { return nil }
      guests[peer]?.untold = 0
      guests[peer]?.toldAt = now
      return .tell(.dropped(guest.number, packets: guest.untold))
    }
  }
}
