import MatchProtocol
import MatchSimulation
import Testing

/// Programs of other versions.
@Suite struct VersionTests {
  @Test(arguments: [1...1, 3...3, 5...9] as [ClosedRange<UInt16>])
  func `a guest of another version is told ours and the host goes on`(
    versions: ClosedRange<UInt16>
  ) {
    var host = newHost()
    let reason = RefusalReason.protocolVersion(host: 4...4)
    #expect(
      observed(host.receive(packets(hello(versions: versions))))
        == [.rejects(guestPeer, .refused(reason)), .says(refuse(reason))]
    )
    #expect(host.deadline == farewell)
    #expect(observed(host.tick(now: farewell)) == [.hangsUp(guestPeer)])
    let next = observed(host.receive(packets(hello()), from: otherPeer, now: .seconds(3)))
    #expect(next == [.says(welcome())])
  }

  @Test func `one of another version does not count as an exchange`() {
    var host = newHost()
    for nonce in UInt64(0)..<12 {
      _ = host.receive(packets(hello(nonce: nonce, versions: 1...1)))
      _ = host.linkDown(guestPeer, .disconnected, now: .zero)
    }
    #expect(observed(host.receive(packets(hello()))) == [.says(welcome())])
  }

  @Test(arguments: [1...4, 4...5, 1...7] as [ClosedRange<UInt16>])
  func `a guest that speaks more versions gets the one both know`(
    versions: ClosedRange<UInt16>
  ) {
    var host = newHost()
    #expect(observed(host.receive(packets(hello(versions: versions)))) == [.says(welcome())])
  }

  /// The bytes that the program of version 1 sends.
  @Test func `a Hello of version 1 is refused with the range 4 to 4`() {
    var host = newHost()
    let bytes: [UInt8] = [
      0x0a, 23, 0x08, 1, 0x10, 1, 0x19, 8, 7, 6, 5, 4, 3, 2, 1, 0x22, 3, 0x41, 0x64, 0x61,
      0x2a, 3, 0x78, 0x2f, 0x31,
    ]
    let answer = Refuse(
      nonce: Nonce(rawValue: 0x0102_0304_0506_0708),
      reason: .protocolVersion(host: 4...4)
    )
    #expect(observed(host.receive(packets(of: bytes))).said == [.refuse(answer)])
  }

  @Test func `a guest of version 1 that comes back is answered, and cannot prove who it is`() {
    var pair = RawGuestPair.talking(patience: SessionTimes.seat)
    _ = pair.say(.match(someMove))
    // Resume of version 1: nonce 1, the match 3 and 4, and 300 messages received.
    let bytes: [UInt8] = [
      0x2a, 30, 0x09, 1, 0, 0, 0, 0, 0, 0, 0, 0x11, 3, 0, 0, 0, 0, 0, 0, 0,
      0x19, 4, 0, 0, 0, 0, 0, 0, 0, 0x20, 0xac, 2,
    ]
    #expect(
      observed(pair.host.receive(packets(of: bytes), from: otherPeer)) == [
        .says(resumed(nonce: 1))
      ]
    )
    #expect(pair.say(.match(move(1))) == [.tells(.message(move(1), from: guestPeer))])
  }

  @Test func `a guest learns what a host of version 1 speaks`() {
    var pair = RawHostPair()
    #expect(pair.linkUp() == [.says(hello())])
    let reason = RefusalReason.protocolVersion(host: 1...1)
    #expect(
      pair.tell(pair.host.greet(refuse(reason))) == [.hangsUp(hostPeer), .ends(.refused(reason))]
    )
  }

  @Test func `a welcome in a version nobody asked for is a violation, for another guest it is not`()
  {
    var pair = RawHostPair()
    _ = pair.linkUp()
    #expect(pair.tell(packets(welcome(nonce: 2, version: 9))).isEmpty)
    #expect(
      pair.tell(packets(welcome(version: 1), sequence: 100))
        == [.hangsUp(hostPeer), .ends(.protocolViolation(.valueOutOfRange(.version, 1)))]
    )
  }

  /// Whoever takes the encryption out of a greeting changes what the exchange proves.
  @Test func `a Hello that was changed on its way ends the exchange`() {
    var guest = RawHostPair()
    guard case .says(.hello(var changed)) = guest.linkUp().first else {
      Issue.record("no Hello")
      return
    }
    changed.name = PlayerName(cleaning: "Mallory")
    var host = newHost()
    let welcome = host.receive(packets(.hello(changed)))
    let first = guest.guest.receive(welcome.packets)
    let second = host.receive(first.packets)
    #expect(
      observed(guest.guest.receive(second.packets)).suffix(2)
        == [.hangsUp(hostPeer), .ends(.protocolViolation(.insecure(.forged)))]
    )
  }
}
