import MatchProtocol
import MatchSimulation
import Testing

/// A host on which computers at many addresses begin to exchange keys, repeatedly on new links.
@Suite struct CrowdOfAddressesTests {
  /// Each of them has an address of its own, and says its greeting and a first message.
  private struct Crowd {
    var raw: [RawPeer]
    let greeting: (UInt64) -> Envelope
    private var links = 0

    init(_ count: Int, greeting: @escaping (UInt64) -> Envelope) {
      raw = (0..<count).map {
        newRawGuest(strangerSeed + UInt64($0), as: PeerID(rawValue: "", at: "192.0.2.\($0)"))
      }
      self.greeting = greeting
    }

    /// Each begins once more on a new link, where it does not exchange keys already.
    mutating func attack(_ host: inout HostSession, now: Duration) {
      for index in raw.indices {
        links += 1
        let place = raw[index].peer.place
        _ = host.linkDown(raw[index].peer, .disconnected, now: now)
        raw[index].peer = PeerID(rawValue: "tcp:\(links)", at: place)
        var peer = raw[index]
        let greeting = peer.greet(greeting(UInt64(10_000 + links)))
        for gone in peer.tell(&host, greeting, now: now) {
          if case .hangsUp(let other) = gone { _ = host.linkDown(other, .disconnected, now: now) }
        }
        if peer.hasWords { _ = peer.tell(&host, peer.words(), now: now) }
        raw[index] = peer
      }
    }
  }

  private static func hasJoined(_ events: [SessionEvent]) -> Bool {
    events.contains { if case .joined = $0 { true } else { false } }
  }

  @Test(arguments: [14, 60])
  func `a contact gets in within a minute past computers at many addresses`(count: Int) {
    var pair = LinkPair(patience: SessionTimes.seat, haveMet: true)
    var crowd = Crowd(count) { hello(nonce: $0, name: "Eve") }
    for _ in 0..<10 {
      pair.host { host, now in
        crowd.attack(&host, now: now)
        return Step()
      }
      pair.advance(by: .milliseconds(500))
    }
    pair.connect()
    for _ in 0..<120 where !Self.hasJoined(pair.hostEvents) {
      pair.host { host, now in
        crowd.attack(&host, now: now)
        return Step()
      }
      pair.advance(by: .milliseconds(500))
    }
    #expect(Self.hasJoined(pair.hostEvents) && Self.hasJoined(pair.guestEvents))
  }

  @Test func `200 addresses keep the player of a match out of no place`() {
    var pair = RawGuestPair.talking(patience: SessionTimes.seat)
    _ = pair.host.linkDown(guestPeer, .disconnected, now: .zero)
    var crowd = Crowd(200) { resume(nonce: $0) }
    var now = Duration.zero
    func attack() {
      now += .milliseconds(1)
      crowd.attack(&pair.host, now: now)
    }
    for _ in 0..<4 { attack() }
    let peer = PeerID(rawValue: "tcp:again", at: guestPeer.place)
    pair.guest = RawPeer(.guest, as: peer, secrets: SeededSecrets(seed: guestSeed))
    _ = pair.tell(pair.guest.greet(resume(nonce: 7)), now: now)
    for _ in 0..<2 {
      attack()
      _ = pair.tell(pair.guest.words(), now: now)
    }
    let answer = pair.say(confirms(received: 0), now: now)
    #expect(answer.contains(.tells(.resumed(peer))))
    #expect(pair.host.state == .talking)
  }
}
