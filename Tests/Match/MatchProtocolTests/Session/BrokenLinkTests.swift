import MatchProtocol
import MatchSimulation
import TestSupport
import Testing

/// What is not authentic cuts a link, and what is and breaks the rules ends the match.
@Suite struct BrokenLinkTests {
  private static let patience = SessionTimes.seat

  /// What is not authentic, on a link whose next message the guest makes.
  enum Garbage: CaseIterable {
    case noHeader
    case unknownKind
    case unsealed
    case flippedBit
    case repeatedMessage
    case skippedMessage
    case ownMessage
    case wrongChecksum
    case emptyFragment
    case farAhead
    case impossibleAcknowledgement
    case brokenReport

    /// Its packets, and why they are refused.
    func packets(from guest: inout RawPeer) -> [[UInt8]] {
      switch self {
      case .noHeader: return [[1, 2, 3]]
      case .unknownKind: return [[0x4f, 1, 0, 0, 0, 0]]
      case .unsealed: return guest.cut(Envelope.match(someMove).encoded)
      case .flippedBit: return guest.cut(changed(sealed(by: &guest)))
      case .repeatedMessage:
        let message = sealed(by: &guest)
        return guest.cut(message) + guest.cut(message)
      case .skippedMessage:
        _ = sealed(by: &guest)
        return guest.cut(sealed(by: &guest))
      case .ownMessage:
        return guest.cut([UInt8](repeating: 7, count: 40))
      case .wrongChecksum: return guest.say(.match(someMove)).map { changedChecksum($0) }
      case .emptyFragment: return [[0x60, 1, 0, UInt8(guest.nextSequence), 0, 0, 0, 1, 0, 0]]
      case .farAhead: return [[0x70, 1, 0x10, 0, 0, 0, 0, 1, 0, 0, 7]]
      case .impossibleAcknowledgement: return [[0x41, 1, 0, UInt8(guest.nextSequence), 1, 0, 64]]
      case .brokenReport: return [[0x41, 1, 0, UInt8(guest.nextSequence), 0, 0]]
      }
    }

    private func changedChecksum(_ packet: [UInt8]) -> [UInt8] {
      var packet = packet
      packet[9] ^= 1
      return packet
    }

    private func changed(_ message: [UInt8]) -> [UInt8] {
      var message = message
      message[3] ^= 0x10
      return message
    }

    private func sealed(by guest: inout RawPeer) -> [UInt8] {
      guest.sealed(Envelope.match(someMove).encoded)
    }
  }

  /// Comes back on a link of its own, and says what it has received.
  private func comeBack(
    _ pair: inout RawGuestPair,
    nonce: UInt64,
    received: UInt32 = 0
  ) -> [ObservedAction] {
    pair.guest.peer = PeerID(rawValue: "guest \(nonce)")
    _ = pair.guest.meet(&pair.host, pair.guest.greet(resume(nonce: nonce)))
    return pair.say(confirms(received: received))
  }

  @Test(arguments: Garbage.allCases)
  func `garbage cuts the link, and the match goes on with another`(garbage: Garbage) {
    var pair = RawGuestPair.talking(patience: Self.patience)
    _ = pair.guest.watch(pair.host.submit(move(7), now: .zero))
    let heard = pair.tell(garbage.packets(from: &pair.guest))
    let message = ObservedAction.tells(.message(someMove, from: guestPeer))
    #expect(heard.dropLast(2) == (garbage == .repeatedMessage ? [message] : []))
    #expect(heard.last == .hangsUp(guestPeer))
    guard case .tells(.suspended(guestPeer, .broken)) = heard.suffix(2).first else {
      Issue.record("not suspended: \(heard)")
      return
    }
    #expect(pair.host.linkDown(guestPeer, .disconnected, now: .zero).isEmpty)
    let count: UInt32 = garbage == .repeatedMessage ? 1 : 0
    #expect(
      comeBack(&pair, nonce: 2, received: 1)
        == [.tells(.resumed(pair.guest.peer)), .says(confirms(received: count))]
    )
    #expect(pair.say(.match(move(1))) == [.tells(.message(move(1), from: pair.guest.peer))])
  }

  @Test(arguments: Garbage.allCases.filter { $0 != .repeatedMessage })
  func `however many links break, the match goes on`(garbage: Garbage) {
    var pair = RawGuestPair.talking(patience: Self.patience)
    for nonce in UInt64(2)...30 {
      let peer = pair.guest.peer
      let packets = garbage.packets(from: &pair.guest).map { packet in
        packet.count < FragmentHeader.size
          ? packet : [packet[0], pair.guest.linkID?.rawValue ?? 0] + packet.dropFirst(2)
      }
      let heard = pair.tell(packets)
      #expect(heard.last == .hangsUp(peer))
      #expect(heard.count == 2)
      _ = pair.host.linkDown(peer, .disconnected, now: .zero)
      pair.guest.peer = PeerID(rawValue: "guest \(nonce)")
      // Proven, but not a word that opens.
      _ = pair.guest.meet(&pair.host, pair.guest.greet(resume(nonce: nonce)))
    }
    #expect(pair.say(confirm) == [.tells(.resumed(pair.guest.peer)), .says(confirm)])
  }

  @Test func `garbage cuts a guest's link too, and its match goes on`() {
    var pair = RawHostPair.talking(patience: Self.patience)
    let error = ProtocolError.insecure(.forged)
    #expect(
      pair.tell(pair.host.cut([1, 2, 3])) == [
        .tells(.suspended(hostPeer, .broken(error))), .hangsUp(hostPeer),
      ]
    )
    _ = pair.guest.linkDown(hostPeer, .disconnected, now: .zero)
    for nonce in UInt64(2)...30 {
      _ = pair.linkUp()
      _ = pair.host.meet(&pair.guest, pair.host.greet(resumed(nonce: nonce)))
      #expect(pair.tell(pair.host.cut([1, 2, 3])) == [.hangsUp(hostPeer)])
      _ = pair.guest.linkDown(hostPeer, .disconnected, now: .zero)
    }
    _ = pair.linkUp()
    _ = pair.host.meet(&pair.guest, pair.host.greet(resumed(nonce: 31)))
    #expect(pair.say(confirm) == [.tells(.resumed(hostPeer))])
  }

  @Test func `a link on which packets never reach the other side is given up`() {
    var pair = RawGuestPair.talking(patience: Self.patience)
    pair.guest.acknowledges = false
    _ = pair.guest.watch(pair.host.submit(someMove, now: .zero))
    var heard: [ObservedAction] = []
    for second in 1...31 {
      _ = pair.tell([pair.guest.report()], now: .milliseconds(1_000 * second - 500))
      heard += pair.guest.watch(pair.host.tick(now: .seconds(second)))
    }
    guard case .tells(.suspended(guestPeer, .stalled)) = heard.dropLast().last else {
      Issue.record("not suspended: \(heard)")
      return
    }
    #expect(heard.last == .hangsUp(guestPeer))
    #expect(pair.host.state == .suspended)
  }

  // MARK: Old packets

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `packets of an old link are nothing on a new one, or garbage`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var pair = RawGuestPair.talking(patience: Self.patience)
    var recorded: [[UInt8]] = []
    for ply in 0..<10 {
      let said = pair.guest.say(.match(move(ply)))
      recorded += said
      #expect(pair.tell(said) == [.tells(.message(move(ply), from: guestPeer))])
    }
    _ = pair.host.linkDown(guestPeer, .disconnected, now: .zero)
    _ = pair.guest.meet(&pair.host, pair.guest.greet(resume()))
    _ = pair.say(confirm)
    let link = pair.guest.linkID?.rawValue ?? 0
    recorded.shuffle(using: &random)
    // As they were, they are for a link that is no more.
    #expect(pair.tell(recorded).isEmpty)
    // As if they were of this one, one may be a late copy, and none opens.
    let heard = pair.tell(recorded.map { [$0[0], link] + $0.dropFirst(2) })
    #expect(!heard.contains { if case .tells(.message) = $0 { true } else { false } })
    #expect(heard.allSatisfy { if case .ends = $0 { false } else { true } })
  }

  @Test func `a recorded proof does not prove anything again`() {
    var pair = RawGuestPair.talking(patience: Self.patience)
    let greeting = pair.guest.greet(resume())
    _ = pair.tell(greeting)
    let first = pair.guest.words()
    _ = pair.tell(first)
    let third = pair.guest.words()
    _ = pair.tell(third)
    _ = pair.say(confirm)
    let link = pair.guest.linkID?.rawValue ?? 0
    // Somebody has heard all of it.
    let mallory = PeerID(rawValue: "mallory")
    let heard = observed(pair.host.receive(greeting, from: mallory))
    #expect(heard == [.says(resumed(nonce: 2, link: link + 1))])
    let again = (first + third).map { [$0[0], link + 1] + $0.dropFirst(2) }
    let answers = observed(pair.host.receive(again, from: mallory))
    #expect(answers.first == .rejects(mallory, .garbage(.insecure(.forged))))
    #expect(answers.last == .hangsUp(mallory))
    #expect(pair.say(.match(someMove)) == [.tells(.message(someMove, from: guestPeer))])
  }

  // MARK: Authentic nonsense

  /// What the right player's program says against the rules.
  @Test(
    arguments: [
      ([0x82, 1, 0], ProtocolError.unknownMessage), ([], .unknownMessage), ([1], .undecodable),
      ([0x4a, 2, 8, 3], .forbiddenText(.move)), ([0x3a, 0], .unexpectedMessage),
      ([0x32, 2, 16, 4], .unexpectedMessage), ([0x5a, 2, 8, 9], .valueOutOfRange(.request, 9)),
    ] as [([UInt8], ProtocolError)]
  )
  func `authentic nonsense ends the match at once, and the other side is told`(
    message: [UInt8],
    error: ProtocolError
  ) {
    var pair = RawGuestPair.talking(patience: Self.patience)
    #expect(
      pair.tell(pair.guest.seal(message)) == [
        .says(.goodbye(.protocolViolation)), .hangsUp(guestPeer),
        .ends(.protocolViolation(error)),
      ]
    )
    var other = RawHostPair.talking(patience: Self.patience)
    #expect(
      other.tell(other.host.seal(message)) == [
        .says(.goodbye(.protocolViolation)), .hangsUp(hostPeer),
        .ends(.protocolViolation(error)),
      ]
    )
  }

  /// A host that has said four moves, of which the guest's link has acknowledged two.
  private func halfAcknowledged() -> RawGuestPair {
    var pair = RawGuestPair.talking(patience: Self.patience)
    for ply in 0..<2 { _ = pair.guest.watch(pair.host.submit(move(ply), now: .zero)) }
    _ = pair.tell([pair.guest.report()])
    pair.guest.acknowledges = false
    for ply in 2..<4 { _ = pair.guest.watch(pair.host.submit(move(ply), now: .zero)) }
    return pair
  }

  @Test(arguments: 0...4)
  func `what the other side says that it lacks is said again, though it was acknowledged`(
    count: Int
  ) {
    var pair = halfAcknowledged()
    let again = (count..<4).map { ObservedAction.says(.match(move($0))) }
    #expect(
      comeBack(&pair, nonce: 2, received: UInt32(count))
        == [
          .tells(.suspended(guestPeer, .lost(.disconnected))), .tells(.resumed(pair.guest.peer)),
          .mumbles, .says(confirm),
        ] + again + [.hangsUp(guestPeer)]
    )
  }

  @Test(arguments: [5, .max] as [UInt32])
  func `an impossible count ends the match at once, and the other side is told`(count: UInt32) {
    var pair = halfAcknowledged()
    #expect(
      comeBack(&pair, nonce: 2, received: count) == [
        .tells(.suspended(guestPeer, .lost(.disconnected))), .mumbles, .says(confirm),
        .says(.goodbye(.protocolViolation)), .hangsUp(guestPeer), .hangsUp(pair.guest.peer),
        .ends(.protocolViolation(.impossibleCount(claimed: count, known: 0...4))),
      ]
    )
  }

  @Test func `a match that goes on begins with a Confirm and nothing else`() {
    for words in [Envelope.match(someMove), .goodbye(.left), hello()] {
      var pair = RawGuestPair.talking(patience: Self.patience)
      _ = pair.guest.meet(&pair.host, pair.guest.greet(resume()))
      #expect(
        pair.say(words) == [
          .rejects(guestPeer, .otherMatch), .says(.goodbye(.unknownMatch)),
        ]
      )
      #expect(pair.host.state == .talking)
    }
  }

  @Test func `a Confirm for a seat names no messages`() {
    var pair = RawGuestPair()
    _ = pair.introduce()
    #expect(
      pair.say(confirms(received: 1)) == [
        .rejects(guestPeer, .garbage(.unexpectedMessage)),
        .says(.goodbye(.protocolViolation)), .hangsUp(guestPeer),
      ]
    )
  }
}
