import MatchProtocol
import MatchSimulation
import TestSupport
import Testing

/// Strangers who send as fast as a radio can.
@Suite struct FloodTests {
  /// What eight of them send, all at once and for as long as they can.
  private struct Strangers {
    private var known = (0..<8).map {
      newRawGuest(strangerSeed + UInt64($0), as: PeerID(rawValue: "stranger \($0)"))
    }
    private var random: SeededGenerator
    private var nonce: UInt64 = 1_000

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
    }

    /// One of them says something; whoever is hung up on is there again at once.
    mutating func speak(to host: inout HostSession, now: Duration) -> [ObservedAction] {
      nonce += 1
      let index = Int.random(in: known.indices, using: &random)
      let packets: [[UInt8]] =
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1: known[index].greet(hello(nonce: nonce))
        case 2: known[index].greet(resume(nonce: nonce))
        case 3: known[index].greet(resume(nonce: 5))
        case 4: known[index].words()
        case 5: [random.bytes(Int.random(in: 0...40, using: &random))]
        case 6: [[0x40, UInt8.random(in: 0...9, using: &random)] + random.bytes(16)]
        default: known[index].cut(random.bytes(Int.random(in: 1...500, using: &random)))
        }
      let heard = known[index].tell(&host, packets, now: now)
      for case .hangsUp(let peer) in heard where peer != guestPeer {
        _ = host.linkDown(peer, .disconnected, now: now)
      }
      return heard
    }
  }

  @Test(arguments: 0..<2 as Range<UInt64>)
  func `thousands of packets a second do not disturb the two who play`(seed: UInt64) {
    var strangers = Strangers(seed: seed)
    var pair = RawGuestPair.talking(patience: SessionTimes.seat)
    for tenth in 0..<60 {
      let now = Duration.milliseconds(100 * tenth)
      for _ in 0..<300 {
        expectUndisturbed(strangers.speak(to: &pair.host, now: now))
      }
      expectUndisturbed(pair.guest.watch(pair.host.tick(now: now)))
      #expect(
        pair.say(.match(move(tenth)), now: now) == [.tells(.message(move(tenth), from: guestPeer))]
      )
      #expect(
        pair.guest.watch(pair.host.submit(move(tenth), now: now)).said == [.match(move(tenth))]
      )
    }
    #expect(retainedBytes(of: pair.host) < 512 * 1_024)
  }

  @Test func `nor those of a match that waits for its guest`() {
    var strangers = Strangers(seed: 9)
    var pair = RawGuestPair.talking(patience: SessionTimes.seat)
    _ = pair.say(.match(move(0)))
    _ = pair.host.linkDown(guestPeer, .disconnected, now: .zero)
    var kept = 0
    for second in 0..<120 {
      let now = Duration.seconds(second)
      for _ in 0..<100 {
        let heard = strangers.speak(to: &pair.host, now: now)
        #expect(!heard.told.contains { $0.isOfTheMatch })
        #expect(!heard.contains { if case .ends = $0 { true } else { false } })
      }
      _ = pair.host.tick(now: now)
      kept = max(kept, retainedBytes(of: pair.host))
    }
    #expect(kept < 512 * 1_024)
    // Four of the eight may be proving something just now; within 15 s the guest is let in.
    let now = Duration.seconds(135)
    for peer in pair.host.tick(now: now).hangUps {
      _ = pair.host.linkDown(peer, .disconnected, now: now)
    }
    _ = pair.guest.meet(&pair.host, pair.guest.greet(resume()), now: now)
    #expect(pair.say(confirms(received: 0), now: now).told == [.resumed(guestPeer)])
  }

  /// The link of the guest stands, and its match does.
  private func expectUndisturbed(_ actions: [ObservedAction]) {
    #expect(!actions.contains(.hangsUp(guestPeer)))
    #expect(!actions.contains { if case .ends = $0 { true } else { false } })
    #expect(!actions.told.contains { $0.isOfTheMatch })
  }
}

extension SessionEvent {
  /// Whether it is about the one who has the seat.
  fileprivate var isOfTheMatch: Bool {
    switch self {
    case .strangerRejected: false
    case .introduced, .joined, .vacated, .message, .delayed, .quiet, .heardAgain, .suspended,
      .resumed, .recalled, .remembered, .differs, .compared, .keepsRecord, .wentBack, .words, .file,
      .watcherCame, .watcherWent, .watchers,
      .remark, .watched, .pipe, .crowded, .letter:
      true
    }
  }
}
