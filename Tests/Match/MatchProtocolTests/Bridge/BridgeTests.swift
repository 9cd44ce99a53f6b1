import MatchSimulation
import TestSupport
import Testing

@testable import MatchProtocol

/// What a bridge lets through, and to whom.
@Suite struct BridgeTests {
  private static let ada = PeerID(rawValue: "ada")
  private static let bo = PeerID(rawValue: "bo")

  private struct Greeter {
    var fragmenter = Fragmenter(linkID: .unassigned, limit: MessageLimit.handshake)

    mutating func packets(_ envelope: Envelope) -> [[UInt8]] { fragmenter.packets(for: envelope) }
  }

  /// A bridge, and what it was told to do.
  private struct Situation {
    var bridge: Bridge
    var now = Duration.zero
    private var greeters: [PeerID: Greeter] = [:]
    private var host = Greeter()

    init(sharesLink: Bool = false, limits: TrafficLimits = TrafficLimits()) {
      bridge = Bridge(sharesLink: sharesLink, limits: limits, now: .zero)
    }

    /// Carries out `orders`, all of which are taken at once.
    mutating func done(_ orders: [Bridge.Order]) -> [Bridge.Order] {
      orders.flatMap { order -> [Bridge.Order] in
        switch order {
        case .toHost: [order] + done(bridge.taken(.up, now: now))
        case .toGuests: [order] + done(bridge.taken(.down, now: now))
        case .disconnect, .listen, .leave, .tell: [order]
        }
      }
    }

    mutating func say(_ packet: [UInt8], as peer: PeerID, size: Int = 508) -> [Bridge.Order] {
      done(bridge.receive(packet, from: peer, maximumPacketSize: size, now: now))
    }

    mutating func greet(_ nonce: UInt64, as peer: PeerID, watches: Bool = false) -> [Bridge.Order] {
      var hello = Hello(
        versions: ProtocolVersion.supported,
        nonce: Nonce(rawValue: nonce),
        name: PlayerName(cleaning: peer.rawValue),
        program: "test/1"
      )
      hello.watches = watches
      let packets = greeters[peer, default: Greeter()].packets(.hello(hello))
      return packets.reduce(into: []) { $0 += say($1, as: peer) }
    }

    mutating func hostSays(_ packet: [UInt8]) -> [Bridge.Order] {
      done(bridge.receive(packet, now: now))
    }

    mutating func answer(_ envelope: Envelope) -> [Bridge.Order] {
      host.packets(envelope).reduce(into: []) { $0 += hostSays($1) }
    }

    mutating func welcome(_ nonce: UInt64, to link: UInt8) -> [Bridge.Order] {
      answer(
        .welcome(
          Welcome(
            nonce: Nonce(rawValue: nonce),
            version: ProtocolVersion.supported.upperBound,
            linkID: LinkID(rawValue: link),
            session: SessionID(rawValue: 1),
            name: PlayerName(cleaning: "Hana"),
            offer: nil
          )
        )
      )
    }
  }

  private static func packet(_ link: UInt8, _ sequence: UInt16 = 0, bytes: Int = 20) -> [UInt8] {
    let header = FragmentHeader(
      kind: .message,
      isFirst: true,
      isLast: true,
      linkID: LinkID(rawValue: link),
      sequence: sequence
    )
    return header.encoded + Array(repeating: 1, count: bytes)
  }

  private static func count(_ orders: [Bridge.Order]) -> (up: Int, down: Int) {
    orders.reduce(into: (0, 0)) { count, order in
      switch order {
      case .toHost: count.0 += 1
      case .toGuests: count.1 += 1
      case .disconnect, .listen, .leave, .tell: break
      }
    }
  }

  @Test func `a guest and its host hear each other, on the link that the host gave`() {
    var now = Situation()
    let greeting = now.greet(1, as: Self.ada)
    #expect(greeting.contains(.tell(.came(1))))
    #expect(Self.count(greeting).up > 1)
    #expect(Self.count(now.welcome(1, to: 7)).down > 1)
    let packet = Self.packet(7)
    #expect(now.say(packet, as: Self.ada) == [.toHost(packet, of: Self.ada, answers: 508)])
    #expect(now.hostSays(packet) == [.toGuests(packet)])
    #expect(now.bridge.traffic.up.packets > 1)
  }

  @Test func `packets for others, and in the name of others, are not carried`() {
    var now = Situation()
    _ = now.greet(1, as: Self.ada)
    _ = now.welcome(1, to: 7)
    // Of a guest that is not behind the bridge.
    #expect(now.welcome(9, to: 8).count > 0)
    #expect(now.hostSays(Self.packet(8)) == [])
    _ = now.greet(2, as: Self.bo)
    #expect(Self.count(now.say(Self.packet(7), as: Self.bo)).up == 0)
    #expect(Self.count(now.say([1, 2, 3], as: Self.bo)).up == 0)
    // Who greets as another one does gets no link by the answer.
    _ = now.greet(1, as: Self.bo)
    _ = now.welcome(1, to: 9)
    #expect(Self.count(now.say(Self.packet(9), as: Self.bo)).up == 0)
    #expect(Self.count(now.say(Self.packet(9), as: Self.ada)).up == 1)
  }

  @Test func `one who says too much has its rate, is told of, and takes nothing from others`() {
    var now = Situation()
    for (nonce, peer) in [(1, Self.ada), (2, Self.bo)] as [(UInt64, PeerID)] {
      _ = now.greet(nonce, as: peer)
      _ = now.welcome(nonce, to: UInt8(nonce))
    }
    var carried = 0
    var news: [Bridge.News] = []
    for millisecond in stride(from: 0, to: 10_000, by: 10) {
      now.now = .milliseconds(millisecond)
      for order in now.say(Self.packet(1, bytes: 500), as: Self.ada) {
        if case .toHost = order { carried += 1 }
        if case .tell(let line) = order { news.append(line) }
      }
      if millisecond % 100 == 0 {
        #expect(Self.count(now.say(Self.packet(2), as: Self.bo)).up == 1)
      }
    }
    let bytes = carried * Self.packet(1, bytes: 500).count
    let limits = TrafficLimits()
    #expect(bytes <= limits.burst + 10 * limits.bytesPerSecond)
    #expect(bytes > 10 * limits.bytesPerSecond)
    #expect(news.count == 1)
    // The last of all that were said has let one through.
    #expect(now.bridge.traffic.dropped == 1_000 - carried - (limits.queue - 1))
  }

  @Test func `a whole window of a session is carried, if slowly`() {
    var now = Situation()
    _ = now.greet(1, as: Self.ada)
    _ = now.welcome(1, to: 1)
    let packets = (0..<128).map { Self.packet(1, UInt16($0), bytes: 502) }
    var carried = packets.flatMap { now.say($0, as: Self.ada) }
    while let due = now.bridge.deadline, due < .seconds(10) {
      now.now = due
      carried += now.done(now.bridge.tick(now: due))
    }
    #expect(carried == packets.map { .toHost($0, of: Self.ada, answers: 508) })
  }

  @Test func `what is not taken is not handed on without end`() {
    var bridge = Situation().bridge
    var handedOn = 0
    var fragmenter = Fragmenter(linkID: .unassigned, limit: MessageLimit.handshake)
    let resume = Envelope.resume(Resume(nonce: Nonce(rawValue: 1)))
    for _ in 0..<100 {
      for packet in fragmenter.packets(for: resume) {
        let orders = bridge.receive(packet, from: Self.ada, maximumPacketSize: 18, now: .zero)
        handedOn += Self.count(orders).up
      }
    }
    #expect(handedOn == Bridge.mostInFlight)
    #expect(Self.count(bridge.taken(.up, now: .zero)).up == 1)
  }

  /// Whatever there is too little of: what is taken at once, or what may go on the air.
  @Test(arguments: [2, 3, 8])
  func `guests who all have more than is taken take turns`(count: Int) {
    var now = Situation()
    let peers = (1...count).map { PeerID(rawValue: "\($0)") }
    for (number, peer) in peers.enumerated() {
      _ = now.greet(UInt64(number + 1), as: peer)
      _ = now.welcome(UInt64(number + 1), to: UInt8(number + 1))
    }
    now.now = .seconds(10)
    var inFlight = 0
    var carried: [PeerID: Int] = [:]
    for turn in 0..<60 {
      for (number, peer) in peers.enumerated() {
        let packet = Self.packet(UInt8(number + 1), UInt16(turn))
        inFlight +=
          Self.count(
            now.bridge.receive(packet, from: peer, maximumPacketSize: 508, now: now.now)
          ).up
      }
    }
    #expect(inFlight == Bridge.mostInFlight)
    for _ in 0..<(20 * count) {
      for case .toHost(_, let peer, _) in now.bridge.taken(.up, now: now.now) {
        carried[peer, default: 0] += 1
      }
    }
    #expect(peers.allSatisfy { 19...21 ~= carried[$0, default: 0] }, "\(carried)")
  }

  @Test(arguments: [true, false])
  func `on the air all guests together have their rate, in turns`(sharesLink: Bool) {
    var now = Situation(sharesLink: sharesLink)
    var links: [UInt8] = [1]
    _ = now.greet(1, as: Self.ada)
    _ = now.welcome(1, to: 1)
    now.now = .seconds(6)
    for link in 2...8 as ClosedRange<UInt8> {
      _ = now.greet(UInt64(link), as: PeerID(rawValue: "\(link)"), watches: true)
      _ = now.welcome(UInt64(link), to: link)
      links.append(link)
    }
    let limits = TrafficLimits()
    var carried: [UInt8: Int] = [:]
    // Long after what may go at once has gone.
    for millisecond in 0..<20_000 {
      now.now = .seconds(6) + .milliseconds(millisecond)
      for link in links where millisecond % 10 == 0 {
        let packet = Self.packet(link, bytes: 494)
        let peer = link == 1 ? Self.ada : PeerID(rawValue: "\(link)")
        let orders = sharesLink ? now.say(packet, as: peer) : now.hostSays(packet)
        for order in orders + now.done(now.bridge.tick(now: now.now)) where millisecond >= 10_000 {
          switch order {
          case .toHost(let packet, _, _) where sharesLink: carried[packet[1], default: 0] += 500
          case .toGuests(let packet) where !sharesLink: carried[packet[1], default: 0] += 500
          default: break
          }
        }
      }
    }
    let copies = sharesLink ? 1 : 8
    let all = carried.values.reduce(0, +) * copies
    #expect((limits.airBytesPerSecond * 9...limits.airBytesPerSecond * 11).contains(all), "\(all)")
    let least = carried.values.min() ?? 0
    #expect(carried.count == 8 && least * 9 >= all / copies, "\(carried)")
  }

  @Test func `a ninth guest is turned away, and one that is silent makes room`() {
    var now = Situation()
    for number in 1...8 as ClosedRange<UInt64> {
      _ = now.greet(number, as: PeerID(rawValue: "\(number)"))
    }
    let ninth = PeerID(rawValue: "9")
    #expect(now.say(Self.packet(0), as: ninth) == [.disconnect(ninth), .tell(.full)])
    #expect(now.say(Self.packet(0), as: ninth) == [.disconnect(ninth)])
    now.now = .seconds(59)
    _ = now.greet(1, as: PeerID(rawValue: "1"))
    now.now = .seconds(60)
    let orders = now.done(now.bridge.tick(now: now.now))
    #expect(orders.contains(.leave(PeerID(rawValue: "2"))))
    #expect(now.bridge.guestCount == 1)
    #expect(now.greet(9, as: ninth).contains(.tell(.came(9))))
  }

  // MARK: One link for all

  @Test func `a second one who wants to play is told to come later`() {
    var now = Situation(sharesLink: true)
    _ = now.greet(1, as: Self.ada)
    let orders = now.greet(2, as: Self.bo)
    #expect(orders.contains(.tell(.occupied)))
    var answers = HandshakeReassembler()
    var refusal: Envelope?
    for case .toGuests(let packet) in orders {
      guard let header = try? FragmentHeader(decoding: packet),
        let message = try? answers.append(packet, header)
      else { continue }
      refusal = try? Envelope(decoding: message)
    }
    #expect(refusal == .refuse(Refuse(nonce: Nonce(rawValue: 2), reason: .later(seconds: 5))))
    _ = now.bridge.lose(Self.ada)
    #expect(!now.greet(2, as: Self.bo).contains(.tell(.occupied)))
  }

  /// The host hangs up on a link of which it has refused somebody, as long as no player is there.
  @Test func `those who watch wait until the player has proven who it is, also on the next link`() {
    var now = Situation(sharesLink: true)
    func greetsWhole(_ orders: [Bridge.Order]) -> Bool {
      var reassembler = HandshakeReassembler()
      return orders.contains { order in
        guard case .toHost(let packet, _, _) = order else { return false }
        if case .greets = reassembler.verdict(on: packet) { return true }
        return false
      }
    }
    #expect(greetsWhole(now.greet(1, as: Self.ada)))
    #expect(!greetsWhole(now.greet(2, as: Self.bo, watches: true)))
    _ = now.welcome(1, to: 1)
    now.now = .seconds(6)
    #expect(greetsWhole(now.greet(2, as: Self.bo, watches: true)))
    // The link to the host is lost, and the one who watches is the first to come again.
    _ = now.bridge.dismiss(now: now.now)
    #expect(!greetsWhole(now.greet(3, as: Self.bo, watches: true)))
    #expect(greetsWhole(now.greet(4, as: Self.ada)))
    _ = now.welcome(4, to: 2)
    now.now = .seconds(12)
    #expect(greetsWhole(now.greet(5, as: Self.bo, watches: true)))
    // Nobody may watch: for a while the host is not asked again.
    let refusal = Refuse(nonce: Nonce(rawValue: 5), reason: .notShown)
    _ = now.answer(.refuse(refusal))
    #expect(!greetsWhole(now.greet(6, as: Self.bo, watches: true)))
    now.now = .seconds(73)
    #expect(greetsWhole(now.greet(7, as: Self.bo, watches: true)))
  }

  // MARK: Bad input

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `bytes of any kind bring nothing down`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var now = Situation(sharesLink: seed % 2 == 0)
    for step in 0..<300 {
      now.now = .milliseconds(step * 20)
      var packet = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        UInt8.random(in: .min ... .max, using: &random)
      }
      if Bool.random(using: &random), packet.count > 1 { (packet[0], packet[1]) = (0x70, 0) }
      let peer = PeerID(rawValue: "\(Int.random(in: 0..<10, using: &random))")
      _ = now.say(packet, as: peer)
      _ = now.hostSays(packet)
      if step % 50 == 0 { _ = now.bridge.dismiss(peer, now: now.now) }
      _ = now.done(now.bridge.tick(now: now.now))
      #expect(now.bridge.guestCount <= Bridge.mostGuests)
    }
  }

  @Test func `who floods a bridge is heard no more, and others are`() {
    var now = Situation()
    _ = now.greet(1, as: Self.ada) + now.welcome(1, to: 1) + now.greet(2, as: Self.bo)
    var orders: [Bridge.Order] = []
    // As many as are carried at once, and wait, and are one too many.
    for _ in 0..<3_000 where !orders.contains(.disconnect(Self.bo)) {
      orders = now.say(Self.packet(0), as: Self.bo)
    }
    let hearing = Bridge.Order.listen(onlyTo: [Self.ada])
    #expect(orders.suffix(3) == [.disconnect(Self.bo), hearing, .tell(.flooded(2))])
    #expect(now.say(Self.packet(0), as: Self.bo).isEmpty)
    #expect(Self.count(now.say(Self.packet(1), as: Self.ada)).up == 1)
    // The host begins anew, and so does who was there.
    _ = now.done(now.bridge.dismiss(now: now.now))
    #expect(Self.count(now.greet(3, as: Self.ada)).up == 3)
    now.now = Bridge.shutTime
    #expect(now.bridge.deadline == now.now)
    #expect(now.done(now.bridge.tick(now: now.now)).contains(.listen(onlyTo: nil)))
    #expect(Self.count(now.greet(4, as: Self.bo)).up == 3)
  }

  @Test func `when too many want to come, those who are there are heard alone for a minute`() {
    var now = Situation()
    let guests = (1...Bridge.mostGuests).map { PeerID(rawValue: "\($0)") }
    for guest in guests { _ = now.say(Self.packet(0), as: guest) }
    var orders: [Bridge.Order] = []
    for number in 1...Bridge.mostDropped {
      orders += now.say(Self.packet(0), as: PeerID(rawValue: "other \(number)"))
    }
    #expect(orders.suffix(2) == [.listen(onlyTo: guests), .tell(.flooded(nil))])
    #expect(orders.count { $0 == .tell(.full) } == 1)
    #expect(now.say(Self.packet(0), as: Self.bo).isEmpty)
  }
}
