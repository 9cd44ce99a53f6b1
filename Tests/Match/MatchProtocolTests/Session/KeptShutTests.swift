import MatchProtocol
import MatchSimulation
import Testing

/// Somebody who begins to ask for a seat for ever, and what the true guest hears of it.
@Suite struct KeptShutTests {
  /// How far an attacker goes with each exchange.
  enum Depth: CaseIterable {
    case hello, firstMessage, wholeExchange
  }

  /// Computers that say Hello again and again, and never sit down.
  private struct Attackers {
    var raw: [RawPeer]
    let depth: Depth
    private var nonce: UInt64 = 5_000
    /// Whether each attempt is made under another address.
    let changeAddress: Bool
    private var addresses = 0

    init(_ count: Int, _ depth: Depth, changeAddress: Bool = false) {
      self.depth = depth
      self.changeAddress = changeAddress
      raw = (0..<count).map {
        newRawGuest(strangerSeed + UInt64($0), as: PeerID(rawValue: "attacker \($0)"))
      }
    }

    /// Each of them begins once more.
    mutating func attack(_ pair: inout LinkPair) {
      for index in raw.indices {
        if changeAddress {
          let old = raw[index].peer
          pair.host { $0.linkDown(old, .disconnected, now: $1) }
          addresses += 1
          raw[index].peer = PeerID(rawValue: "attacker under address \(addresses)")
        }
        nonce += 1
        var peer = raw[index]
        let (depth, nonce) = (depth, nonce)
        pair.host { host, now in
          var step = Step()
          for packet in peer.greet(hello(nonce: nonce, name: "Eve")) {
            step += host.receive(packet, from: peer.peer, maximumPacketSize: 180, now: now)
          }
          _ = peer.watch(step)
          var rounds = depth == .hello ? 0 : depth == .firstMessage ? 1 : 2
          while rounds > 0, peer.hasWords {
            rounds -= 1
            var answer = Step()
            for packet in peer.words() {
              answer += host.receive(packet, from: peer.peer, maximumPacketSize: 180, now: now)
            }
            _ = peer.watch(answer)
            step += answer
          }
          if host.state == .asking, step.events.contains(where: { $0.introduction?.name == eve }) {
            // The host's player sees other digits.
            step += host.decline(now: now)
          }
          return step
        }
        raw[index] = peer
      }
    }
  }

  private static func hasJoined(_ events: [SessionEvent]) -> Bool {
    events.contains { if case .joined = $0 { true } else { false } }
  }

  @Test(arguments: Depth.allCases, [true, false])
  func `a known guest gets in at once past an attacker`(depth: Depth, changeAddress: Bool) {
    var pair = LinkPair(patience: SessionTimes.seat, haveMet: true)
    var attackers = Attackers(3, depth, changeAddress: changeAddress)
    for _ in 0..<60 {
      attackers.attack(&pair)
      pair.advance(by: .milliseconds(500))
    }
    pair.connect()
    for _ in 0..<4 where !Self.hasJoined(pair.hostEvents) {
      attackers.attack(&pair)
      pair.advance(by: .milliseconds(500))
    }
    #expect(Self.hasJoined(pair.hostEvents) && Self.hasJoined(pair.guestEvents))
    #expect(!pair.guestEvents.contains { if case .delayed = $0 { true } else { false } })
  }

  @Test(arguments: Depth.allCases, [true, false])
  func `a new guest is told to wait, and gets in by itself`(depth: Depth, changeAddress: Bool) {
    var pair = LinkPair(patience: SessionTimes.seat)
    var attackers = Attackers(3, depth, changeAddress: changeAddress)
    for _ in 0..<60 {
      attackers.attack(&pair)
      pair.advance(by: .milliseconds(500))
    }
    #expect(pair.hostEvents.count { isShut($0) } == 1)
    pair.connect()
    for _ in 0..<300 where !Self.hasJoined(pair.hostEvents) {
      attackers.attack(&pair)
      pair.advance(by: .milliseconds(500))
    }
    #expect(Self.hasJoined(pair.hostEvents) && Self.hasJoined(pair.guestEvents))
    #expect(pair.guestEvents.contains { if case .delayed = $0 { true } else { false } })
    #expect(pair.guestEnd == nil)
    #expect(pair.hostEvents.count { isShut($0) } == 1)
  }

  private func isShut(_ event: SessionEvent) -> Bool {
    if case .strangerRejected(_, .tooManyTries) = event { true } else { false }
  }

  /// A host to which 14 peers at one place say Hello between any two packets of others.
  private struct CrowdedHost {
    var host = newHost()
    private var nonce: UInt64 = 5_000
    private let neighbours = (0..<14).map {
      newRawGuest(strangerSeed + UInt64($0), as: PeerID(rawValue: "tcp:\($0)", at: "127.0.0.1"))
    }

    /// Gives the host these packets, with a crowd before and after them.
    mutating func hear(_ packets: [[UInt8]], of guest: inout RawPeer, now: Duration) {
      crowd(now: now)
      _ = guest.tell(&host, packets, now: now)
      crowd(now: now)
    }

    private mutating func crowd(now: Duration) {
      for var peer in neighbours {
        nonce += 1
        for gone in peer.tell(&host, peer.greet(hello(nonce: nonce, name: "Eve")), now: now) {
          if case .hangsUp(let peer) = gone { _ = host.linkDown(peer, .disconnected, now: now) }
        }
      }
    }
  }

  @Test(arguments: [Duration.zero, .seconds(30)])
  func `many links of one neighbour keep out nobody who is elsewhere`(after time: Duration) {
    var crowded = CrowdedHost()
    var guest = newRawGuest(as: PeerID(rawValue: "tcp:20", at: "127.0.0.2"))
    crowded.hear([], of: &guest, now: .zero)
    crowded.hear(guest.greet(hello()), of: &guest, now: time)
    for _ in 0..<2 { crowded.hear(guest.words(), of: &guest, now: time) }
    #expect(crowded.host.state == .asking)
  }

  @Test func `a peer that greets without end is hung up on`() {
    var host = newHost()
    var peer = newRawGuest()
    var heard: [ObservedAction] = []
    for nonce in UInt64(0)..<32 {
      heard += peer.tell(&host, peer.greet(hello(nonce: nonce)))
    }
    #expect(heard.contains(.hangsUp(guestPeer)))
  }

  @Test func `who has begun to exchange keys keeps its place for two seconds`() {
    var host = newHost()
    // Four new players, and 16 that may be contacts.
    for index in UInt64(0)..<20 {
      var peer = newRawGuest(strangerSeed + index, as: PeerID(rawValue: "peer \(index)"))
      _ = peer.tell(&host, peer.greet(hello(nonce: index + 20)))
      _ = peer.tell(&host, peer.words())
    }
    let early = observed(host.receive(packets(hello(nonce: 9)), from: otherPeer, now: .seconds(1)))
    guard case .says(.refuse(let refusal)) = early.first else {
      Issue.record("no refusal in \(early)")
      return
    }
    #expect(refusal.reason.isLater && refusal.nonce == Nonce(rawValue: 9))
    let greeting = packets(hello(nonce: 9), sequence: 50)
    let late = observed(host.receive(greeting, from: otherPeer, now: .seconds(3)))
    #expect(late.contains { if case .says(.welcome) = $0 { true } else { false } })
  }

  @Test func `one half-open exchange at a time keeps nobody out`() {
    var pair = LinkPair(patience: SessionTimes.seat)
    var attackers = Attackers(1, .firstMessage)
    attackers.attack(&pair)
    pair.connect()
    #expect(Self.hasJoined(pair.guestEvents))
  }

  @Test func `a guest that is known takes the question from one who is new`() {
    var pair = LinkPair(patience: SessionTimes.seat, haveMet: true)
    var other = newRawGuest(strangerSeed, as: otherPeer)
    pair.host { host, now in
      _ = other.meet(&host, other.greet(hello(nonce: 9, name: "Eve")), now: now)
      return Step()
    }
    #expect(pair.host.state == .asking)
    pair.connect()
    #expect(Self.hasJoined(pair.guestEvents))
    #expect(pair.hostEvents.first == .strangerRejected(otherPeer, .displaced))
  }

  @Test func `a guest that is known waits while the host looks at another it has accepted`() {
    var pair = LinkPair(patience: SessionTimes.seat, haveMet: true)
    var other = newRawGuest(strangerSeed, as: otherPeer)
    pair.host { host, now in
      _ = other.meet(&host, other.greet(hello(nonce: 9, name: "Eve")), now: now)
      return host.accept(now: now)
    }
    pair.connect()
    #expect(pair.guestEvents == [.delayed(LinkPair.hostPeer, for: .seconds(60))])
    pair.advance(by: .seconds(70))
    #expect(Self.hasJoined(pair.guestEvents))
  }

  @Test func `who waits is told when somebody else has sat down`() {
    var pair = LinkPair(patience: SessionTimes.seat)
    var other = newRawGuest(strangerSeed, as: otherPeer)
    pair.host { host, now in
      _ = other.meet(&host, other.greet(hello(nonce: 9, name: "Eve")), now: now)
      return Step()
    }
    pair.connect()
    #expect(pair.guestEvents.count == 1 && pair.guestEnd == nil)
    pair.host { host, now in
      _ = other.say(confirm, to: &host, now: now)
      let step = host.accept(now: now)
      _ = other.watch(step)
      _ = other.say(.match(someMove), to: &host, now: now)
      return step
    }
    pair.advance(by: .seconds(6))
    #expect(pair.guestEnd == .refused(.roomFull))
  }

  @Test func `who exchanges keys is told when somebody else has sat down`() {
    var host = newHost()
    var first = newRawGuest(strangerSeed, as: otherPeer)
    _ = first.tell(&host, first.greet(hello(nonce: 9)))
    var pair = RawHostPair()
    _ = pair.linkUp()
    _ = pair.host.tell(&pair.guest, pair.host.greet(welcome()))
    #expect(pair.guest.state == .meeting)
    var guest = newRawGuest()
    _ = guest.meet(&host, guest.greet(hello()))
    _ = guest.say(confirms(received: 0, session: 2), to: &host)
    let heard = first.watch(host.accept(now: .zero))
    #expect(heard.told.last == .strangerRejected(otherPeer, .refused(.roomFull)))
    #expect(heard.suffix(2) == [.says(refuse(nonce: 9)), .hangsUp(otherPeer)])
    let refused = pair.host.tell(&pair.guest, pair.host.greet(refuse()))
    #expect(refused == [.hangsUp(hostPeer), .ends(.refused(.roomFull))])
  }

  @Test func `who exchanges keys is told when the seat is kept for the player who had it`() {
    var pair = RawHostPair()
    _ = pair.linkUp()
    _ = pair.host.tell(&pair.guest, pair.host.greet(welcome()))
    #expect(pair.guest.state == .meeting)
    let refused = pair.host.tell(&pair.guest, pair.host.greet(refuse(.seatKept)))
    #expect(refused == [.hangsUp(hostPeer), .ends(.refused(.seatKept))])
  }

  @Test func `a guest gives up after three minutes`() {
    var pair = RawHostPair()
    _ = pair.linkUp()
    var now = Duration.zero
    var ended: SessionEnd?
    while ended == nil, now < .seconds(400) {
      let nonce = pair.host.nonce.rawValue
      let step = pair.host.greet(refuse(.later(seconds: 7), nonce: nonce))
        .reduce(into: Step()) {
          $0 += pair.guest.receive($1, from: hostPeer, maximumPacketSize: 180, now: now)
        }
      ended = step.end
      now += .seconds(5)
      _ = pair.host.watch(pair.guest.tick(now: now))
    }
    #expect(ended == .refused(.later(seconds: 7)))
    #expect((180...190).contains(now.components.seconds))
  }
}

private let eve = PlayerName(cleaning: "Eve")

extension RefusalReason {
  fileprivate var isLater: Bool { if case .later = self { true } else { false } }
}
