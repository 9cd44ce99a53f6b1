import MatchProtocol
import MatchSimulation
import Sodium
import TestSupport
import Testing

/// Both sessions together, on a link with and without faults.
@Suite struct MatchSessionTests {
  @Test func `host and guest learn each other's names, keys and digits`() {
    var pair = LinkPair()
    pair.connect()
    let host = pair.hostEvents.compactMap(\.introduction)
    let guest = pair.guestEvents.compactMap(\.introduction)
    #expect(pair.hostEvents == [.introduced(host[0]), .joined(host[0])])
    #expect(pair.guestEvents == [.introduced(guest[0]), .joined(guest[0])])
    #expect(host[0].name.description == "Gus")
    #expect(guest[0].name.description == "Hana")
    #expect(host[0].key != guest[0].key)
    let secrets = [host[0], guest[0]].map { $0.player.withSecret { $0.copy() } }
    #expect(secrets[0] == secrets[1])
    #expect(host[0].code == guest[0].code)
    #expect(host[0].session == guest[0].session)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `a match survives reordering and repetition, at any packet size`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let size = Int.random(in: 18...508, using: &random)
    var pair = LinkPair(
      faults: LinkFaults(reordering: 127, duplicated: 30),
      seed: seed,
      maximumPacketSize: size
    )
    pair.connect()
    var toGuest: [MatchMessage] = [
      .start(MatchMessage.Start(game: "gomoku", rule: "freestyle", first: .host))
    ]
    pair.host { $0.submit(toGuest[0], now: $1) }
    var toHost: [MatchMessage] = []
    for ply in 0..<60 {
      let message = move(ply)
      if ply % 2 == 0 {
        toGuest.append(message)
        pair.host { $0.submit(message, now: $1) }
      } else {
        toHost.append(message)
        pair.guest { $0.submit(message, now: $1) }
      }
      pair.advance(by: .milliseconds(Int.random(in: 0...20_000, using: &random)))
    }
    pair.host { $0.close(.gameOver, now: $1) }
    #expect(
      pair.guestEvents.dropFirst(2) == toGuest.map { .message($0, from: hostPeer) }[...]
    )
    #expect(
      pair.hostEvents.dropFirst(2) == toHost.map { .message($0, from: guestPeer) }[...]
    )
    #expect(pair.guestEnd == .peerLeft(.gameOver))
    #expect(pair.hostEnd == .closed(.gameOver))
    #expect(!pair.isUp)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `on a link that loses packets every message arrives once and in order`(seed: UInt64) {
    var pair = LinkPair(seed: seed, maximumPacketSize: 18)
    pair.connect()
    pair.setFaults(LinkFaults(reordering: 20, duplicated: 10, dropped: 10))
    for ply in 0..<20 {
      let message = move(ply)
      pair.both(
        host: { $0.submit(message, now: $1) },
        guest: { $0.submit(message, now: $1) }
      )
      pair.advance(by: .milliseconds(300))
    }
    pair.setFaults(.none)
    pair.advance(by: .seconds(30))
    for (events, peer) in [(pair.hostEvents, guestPeer), (pair.guestEvents, hostPeer)] {
      #expect(events.dropFirst(2) == (0..<20).map { .message(move($0), from: peer) }[...])
    }
  }

  @Test func `an hour of thinking costs two keep-alives every five seconds`() {
    var pair = LinkPair()
    pair.connect()
    let before = pair.packetsSent
    pair.advance(by: .seconds(3_600))
    #expect(pair.hostEvents.count == 2)
    #expect(pair.packetsSent - before == 2 * 3_600 / 5)
  }

  @Test func `a side that goes silent is given up after fifteen seconds`() {
    var pair = LinkPair()
    pair.connect()
    pair.setFaults(LinkFaults(dropped: 100))
    pair.advance(by: .milliseconds(14_999))
    #expect(pair.hostEvents.count == 3)
    #expect(pair.hostEnd == nil)
    pair.advance(by: .milliseconds(1))
    #expect(pair.hostEnd == .silent(after: .seconds(15)))
  }

  @Test func `a side that stood still tries a link before it gives it up`() {
    var host = HostSituation.talking.pair.host
    let later = Duration.seconds(20)
    #expect(host.tick(now: later).hangUps.isEmpty)
    #expect(host.tick(now: later + .seconds(6)).hangUps.isEmpty)
    #expect(host.tick(now: later + .seconds(7)).hangUps == [guestPeer])
  }

  @Test func `a side that is quiet for eight seconds is told of once, and when it is heard again`()
  {
    var pair = LinkPair()
    pair.connect()
    pair.setFaults(LinkFaults(dropped: 100))
    pair.advance(by: .milliseconds(7_999))
    #expect(pair.hostEvents.count == 2)
    pair.advance(by: .milliseconds(1))
    #expect(pair.hostEvents.dropFirst(2) == [.quiet(guestPeer, for: .seconds(8))])
    #expect(pair.guestEvents.dropFirst(2) == [.quiet(hostPeer, for: .seconds(8))])
    pair.advance(by: .seconds(1))
    #expect(pair.hostEvents.count == 3)
    pair.setFaults(.none)
    pair.host { $0.submit(someMove, now: $1) }
    #expect(
      pair.guestEvents.suffix(2) == [.heardAgain(hostPeer), .message(someMove, from: hostPeer)]
    )
    pair.advance(by: .seconds(3_600))
    #expect(pair.hostEvents.dropFirst(3) == [.heardAgain(guestPeer)])
    #expect(pair.guestEvents.count == 5)
  }

  @Test func `who leaves does not tell any more that the other side is quiet`() {
    var pair = LinkPair()
    pair.connect()
    pair.advance(by: .seconds(7))
    pair.setFaults(LinkFaults(dropped: 100))
    pair.host { $0.close(.left, now: $1) }
    pair.advance(by: .seconds(3))
    #expect(pair.hostEvents.count == 2)
    #expect(pair.hostEnd == .closed(.left))
  }

  @Test func `a lost message is said again after a second, after the next one too`() {
    var pair = LinkPair()
    pair.connect()
    // Until all of the exchange is acknowledged.
    pair.advance(by: .seconds(1))
    pair.setFaults(LinkFaults(dropped: 100))
    pair.host { $0.submit(move(0), now: $1) }
    pair.setFaults(.none)
    pair.host { $0.submit(move(1), now: $1) }
    #expect(pair.guestEvents.count == 2)
    pair.advance(by: .milliseconds(999))
    #expect(pair.guestEvents.count == 2)
    pair.advance(by: .milliseconds(1))
    #expect(
      pair.guestEvents.dropFirst(2) == [
        .message(move(0), from: hostPeer), .message(move(1), from: hostPeer),
      ]
    )
  }

  @Test func `what a report has named is not said again`() {
    var pair = LinkPair()
    pair.connect()
    pair.setFaults(LinkFaults(dropped: 100))
    pair.host { $0.submit(move(0), now: $1) }
    pair.setFaults(.none)
    for ply in 1...20 {
      pair.host { $0.submit(move(ply), now: $1) }
    }
    pair.advance(by: .milliseconds(500))
    let before = pair.packetsSent
    pair.advance(by: .milliseconds(1_500))
    #expect(
      pair.guestEvents.dropFirst(2) == (0...20).map { .message(move($0), from: hostPeer) }[...]
    )
    // The lost one and its acknowledgement.
    #expect(pair.packetsSent - before == 2)
  }

  @Test func `a message costs one packet and its acknowledgement another`() {
    var pair = LinkPair()
    pair.connect()
    let before = pair.packetsSent
    pair.host { $0.submit(move(0), now: $1) }
    pair.advance(by: .seconds(4))
    #expect(pair.packetsSent - before == 2)
  }

  @Test func `an answer within a tenth of a second carries the acknowledgement`() {
    var pair = LinkPair()
    pair.connect()
    let before = pair.packetsSent
    pair.host { $0.submit(move(0), now: $1) }
    pair.advance(by: .milliseconds(90))
    pair.guest { $0.submit(move(1), now: $1) }
    pair.advance(by: .seconds(4))
    #expect(pair.packetsSent - before == 3)
  }

  @Test func `a lost greeting is repeated`() {
    var pair = LinkPair(faults: LinkFaults(dropped: 100))
    pair.connect()
    #expect(pair.hostEvents.isEmpty)
    pair.setFaults(.none)
    pair.advance(by: .seconds(3))
    #expect(pair.hostEvents.count == 2)
    #expect(pair.guestEvents.count == 2)
  }

  @Test func `both may leave in the same instant`() {
    var pair = LinkPair()
    pair.connect()
    pair.both(
      host: { $0.close(.gameOver, now: $1) },
      guest: { $0.close(.left, now: $1) }
    )
    #expect(pair.hostEnd == .closed(.gameOver))
    #expect(pair.guestEnd == .closed(.left))
    #expect(!pair.isUp)
  }

  @Test func `a last move before goodbye arrives before it`() {
    var pair = LinkPair(faults: LinkFaults(reordering: 100), seed: 3, maximumPacketSize: 18)
    pair.connect()
    pair.host { $0.submit(someMove, now: $1) + $0.close(.gameOver, now: $1) }
    #expect(pair.guestEvents.last == .message(someMove, from: hostPeer))
    #expect(pair.guestEnd == .peerLeft(.gameOver))
  }

  @Test(arguments: [LinkLoss.disconnected, .serviceGone, .transportGone])
  func `a broken link ends the session once`(loss: LinkLoss) {
    var pair = LinkPair()
    pair.connect()
    pair.cut(loss)
    pair.cut(loss)
    pair.advance(by: .seconds(100))
    #expect(pair.hostEvents.count == 2)
    #expect(pair.guestEvents.count == 2)
    #expect(pair.hostEnd == .linkLost(loss))
    #expect(pair.guestEnd == .linkLost(loss))
  }
}
