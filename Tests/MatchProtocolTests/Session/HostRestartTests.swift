import MatchProtocol
import Testing

/// A guest's program that is killed and started anew, while the link of the old one stands.
@Suite struct HostRestartTests {
  private let link = LinkID(rawValue: 2)

  @Test func `before the first move the new program gets the seat, with a link id of its own`() {
    var host = HostState.taken.session
    _ = host.submit(.start(.init(game: "gomoku", rule: "freestyle", first: .host)), now: .zero)
    let again = deeds(host.receive(hello(nonce: 2, name: "Gus", sequence: 9)))
    #expect(again.first == .tells(.vacated(guestPeer)))
    #expect(
      deeds(host.receive([keepAlive(link: link)]))
        == [.tells(.joined(name: "Gus", peer: guestPeer))]
    )
    #expect(host.receive([keepAlive()]).isEmpty)
    #expect(deeds(host.submit(someMove, now: .zero)) == [.says(.match(someMove))])
  }

  @Test func `a move of the guest is a game that is lost with its program`() {
    var host = HostState.taken.session
    _ = host.receive(packets(.match(someMove)))
    #expect(
      deeds(host.receive(hello(nonce: 2, sequence: 9))) == [.refuses(.roomFull, nonce: 2)]
    )
    #expect(host.receive([keepAlive(sequence: 7)]).isEmpty)
    #expect(host.submit(someMove, now: .zero).isEmpty)
    #expect(
      deeds(host.linkDown(guestPeer, .disconnected, now: .zero)) == [.ends(.peerRestarted)]
    )
  }

  @Test func `a new program that does not go is sent away after two seconds`() {
    var host = dismissing
    #expect(host.deadline == farewell)
    #expect(host.tick(now: .milliseconds(1_999)).isEmpty)
    #expect(deeds(host.tick(now: farewell)) == [.hangsUp(guestPeer), .ends(.peerRestarted)])
  }

  @Test func `a new program that asks twice is refused twice, in the same two seconds`() {
    var host = dismissing
    #expect(
      deeds(host.receive(hello(nonce: 2, sequence: 20), now: .seconds(1)))
        == [.refuses(.roomFull, nonce: 2)]
    )
    #expect(host.deadline == farewell)
  }

  @Test func `who closes meanwhile need not wait`() {
    var host = dismissing
    #expect(
      deeds(host.close(.left, now: .zero)) == [.hangsUp(guestPeer), .ends(.closed(.left))]
    )
  }

  private var dismissing: HostSession {
    var host = HostState.playing.session
    _ = host.receive(hello(nonce: 2, sequence: 9))
    return host
  }

  @Test(arguments: [HostState.taken, .playing])
  func `a new program of another version is told ours and ends the game`(state: HostState) {
    var host = state.session
    let reason = RefusalReason.protocolVersion(host: 1...1)
    #expect(
      deeds(host.receive(hello(nonce: 2, versions: 2...3, sequence: 9)))
        == [.refuses(reason, nonce: 2)]
    )
    #expect(deeds(host.tick(now: farewell)).last == .ends(.peerRestarted))
  }

  @Test func `late copies of the first greeting are nothing, in any order`() {
    for cut in 0...hello().count {
      var host = HostState.playing.session
      let late = Array(hello().dropFirst(cut) + hello().prefix(cut))
      #expect(host.receive(late + late).isEmpty)
    }
  }

  @Test func `a new program is understood at its second greeting if the first meets late copies`() {
    var host = HostState.playing.session
    // Hello of the old program, number 0, came twice.
    #expect(host.receive([hello()[0]]).isEmpty)
    #expect(host.receive(hello(nonce: 2)).isEmpty)
    #expect(
      deeds(host.receive(hello(nonce: 2, sequence: UInt16(hello().count))))
        == [.refuses(.roomFull, nonce: 2)]
    )
  }

  @Test func `a seat that the new program does not take is free after 15 seconds`() {
    var host = HostState.taken.session
    _ = host.receive(hello(nonce: 2, sequence: 9))
    #expect(
      deeds(host.tick(now: .seconds(15)))
        == [.hangsUp(guestPeer), .rejects(guestPeer, .handshakeTimeout)]
    )
    let other = deeds(host.receive(hello(nonce: 3), from: otherPeer, now: .seconds(16)))
    #expect(other.count == 1)
  }
}
