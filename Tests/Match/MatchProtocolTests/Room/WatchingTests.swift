import MatchSimulation
import Testing

@testable import MatchProtocol

/// Those who watch: what they see, and what they cannot do.
@Suite struct WatchingTests {
  private let start = MatchMessage.start(
    .init(game: "gomoku", rule: "freestyle", first: .host)
  )

  /// A table where a game was begun.
  private func table(_ places: Int, size: Int = PacketSize.largest) -> WatchedHost {
    var table = WatchedHost(places: places, size: size)
    table.play()
    let start = start
    table.give { $0.submit(start, now: .zero) }
    return table
  }

  private func move(_ ply: Int, in table: inout WatchedHost) {
    let now = table.now
    table.give { $0.submit(MatchProtocolTests.move(ply), now: now) }
  }

  @Test func `who comes late sees all from the beginning, and then every move`() {
    var table = table(1)
    move(0, in: &table)
    table.watch(1)
    move(1, in: &table)
    #expect(
      table.entries(1).dropFirst() == [
        .match(start, by: .host), .match(MatchProtocolTests.move(0), by: .host),
        .match(MatchProtocolTests.move(1), by: .host),
      ]
    )
    #expect(table.seen[1]?.contains(.caughtUp) == true)
    #expect(table.names == [PlayerName(cleaning: "Wei")])
  }

  @Test(arguments: [PacketSize.smallest, PacketSize.largest])
  func `a move comes to each of seven who watch, and to the guest first`(size: Int) throws {
    var alone = table(7, size: size)
    alone.forgetSent()
    move(0, in: &alone)
    var table = table(7, size: size)
    for number in 1...7 { table.watch(number) }
    table.advance(by: .milliseconds(500))
    table.forgetSent()
    move(0, in: &table)
    let toGuest = try #require(alone.sent.first?[1])
    #expect(table.sent.first?[1] == toGuest)
    let counts = (1...7).map { table.entries($0).count }
    #expect(counts == [Int](repeating: 3, count: 7))
  }

  @Test func `an eighth is told that all places are taken, and where nobody may watch, that`() {
    var table = table(7)
    for number in 1...8 { table.watch(number) }
    #expect(table.ends == [8: .refused(.watchersFull)])
    var closed = self.table(0)
    closed.watch(1)
    #expect(closed.ends == [1: .refused(.notShown)])
  }

  @Test func `only players whom the host knows watch where only they may`() {
    var table = WatchedHost(places: 2, knownOnly: true)
    table.watch(1)
    #expect(table.ends == [1: .peerLeft(.notInvited)])
  }

  @Test func `who is silent is dropped after 15 seconds, and the others see on`() {
    var table = table(2)
    table.watch(1)
    table.watch(2)
    table.silent = [1]
    table.advance(by: .seconds(14))
    #expect(!table.hangUps.contains(WatchedHost.peer(1)))
    table.advance(by: .seconds(2))
    #expect(table.hangUps.contains(WatchedHost.peer(1)))
    #expect(table.names.count == 1)
    table.silent = []
    let before = table.entries(1).count
    move(0, in: &table)
    table.advance(by: .seconds(3))
    #expect(table.entries(1).count == before)
    #expect(table.entries(2).last == .match(MatchProtocolTests.move(0), by: .host))
  }

  @Test func `who was sent away does not read on`() {
    var table = table(2)
    table.watch(1)
    table.watch(2)
    let now = table.now
    table.give { $0.dismiss(WatchedHost.peer(1), now: now) }
    #expect(table.ends[1] == .peerLeft(.kicked))
    move(0, in: &table)
    #expect(table.entries(1).count == 2)
    #expect(table.entries(2).count == 3)
  }

  @Test func `who was sent away and has another key each time is known by place and name`() {
    var table = table(2)
    table.watch(1)
    let now = table.now
    table.give { $0.dismiss(WatchedHost.peer(1), now: now) }
    table.watch(1, as: 7)
    #expect(table.ends[1] == .peerLeft(.kicked))
    #expect(table.names.isEmpty)
    // Somebody else at the same place is not meant.
    table.watch(1, named: "Mia", as: 8)
    #expect(table.names.count == 1)
  }

  @Test func `who was sent away cannot watch until the next game begins`() {
    var table = table(2)
    table.watch(1)
    table.watch(2)
    let now = table.now
    table.give { $0.dismiss(WatchedHost.peer(1), now: now) }
    table.watch(1)
    #expect(table.ends[1] == .peerLeft(.kicked))
    #expect(table.names.count == 1)
    // Another one is not meant.
    table.watch(3)
    #expect(table.names.count == 2)
    table.give { $0.dismiss(WatchedHost.peer(3), now: now) }
    let start = start
    table.give { $0.submit(start, now: now) }
    table.watch(1)
    #expect(table.names.count == 2)
  }

  @Test func `who lost the link comes back, and asks for what it missed`() {
    var table = table(1)
    table.watch(1)
    table.cut(1)
    move(0, in: &table)
    table.link(1)
    #expect(table.entries(1).last == .match(MatchProtocolTests.move(0), by: .host))
    #expect(table.entries(1).count == 3)
    #expect(table.seen[1]?.contains(.linkLost) == true)
  }

  @Test func `an entry that did not come is sent again`() {
    var table = table(2)
    table.watch(1)
    table.watch(2)
    table.silent = [2]
    move(0, in: &table)
    table.silent = []
    #expect(table.entries(2).count == 2)
    table.advance(by: .seconds(2))
    #expect(table.entries(2).count == 3)
  }

  @Test func `an entry that comes before the older ones were asked for is not lost`() {
    var table = table(1)
    for ply in 0..<20 { move(ply, in: &table) }
    table.watch(1)
    move(20, in: &table)
    table.advance(by: .seconds(3))
    let moves = (0...20).map { RoomEntry.match(MatchProtocolTests.move($0), by: .host) }
    #expect(table.entries(1).suffix(21) == moves[...])
  }

  @Test func `who watches and moves is cut off, and the game does not notice`() {
    var table = table(2)
    var peer = RawPeer(.guest, as: PeerID(rawValue: "raw"), secrets: SeededSecrets(seed: 9))
    table.letIn(&peer)
    #expect(table.told.contains { if case .watcherCame = $0 { true } else { false } })
    let events = table.told.count
    for packet in peer.say(.match(MatchProtocolTests.move(0))) {
      table.toHost(packet, from: peer.peer)
    }
    #expect(table.hangUps == [peer.peer])
    let others = table.told.dropFirst(events).filter { !$0.isOfWatchers }
    #expect(others.isEmpty)
    #expect(table.host.state == .talking)
  }

  @Test func `who floods is cut off, and the game does not notice`() {
    var table = table(2)
    var peer = RawPeer(.guest, as: PeerID(rawValue: "raw"), secrets: SeededSecrets(seed: 9))
    table.letIn(&peer)
    let events = table.told.count
    for _ in 0..<500 { table.toHost(peer.report(), from: peer.peer) }
    #expect(table.hangUps.first == peer.peer)
    let others = table.told.dropFirst(events).filter { !$0.isOfWatchers }
    #expect(others.isEmpty)
    #expect(table.host.state == .talking)
  }

  @Test func `who watches comes back when somebody else has flooded, or spoilt, the link`()
    throws
  {
    for isSpoilt in [false, true] {
      var table = table(1)
      table.watch(1)
      let said = try #require(
        table.heard.last { $0.peer == WatchedHost.peer(1) && $0.header.kind == .message }
      )
      // With the next number it is a forgery.
      let header = said.header
      let next = FragmentHeader(
        kind: .message,
        isFirst: header.isFirst,
        isLast: header.isLast,
        linkID: header.linkID,
        sequence: header.sequence &+ 1
      )
      let forged = next.encoded + said.packet.dropFirst(FragmentHeader.size)
      for _ in 0..<(isSpoilt ? 1 : 500) {
        table.toHost(isSpoilt ? forged : said.packet, from: WatchedHost.peer(1))
      }
      #expect(table.hangUps.first == WatchedHost.peer(1))
      #expect(table.ends.isEmpty)
      table.cut(1)
      table.link(1)
      move(0, in: &table)
      #expect(table.entries(1).last == .match(MatchProtocolTests.move(0), by: .host))
    }
  }

  /// What watcher `number` has heard.
  private func heard(_ number: Int, at table: WatchedHost) -> [WatchEvent] {
    (table.seen[number] ?? []).filter { if case .remark = $0 { true } else { false } }
  }

  @Test func `what one says who watches comes to host, guest and the others, and the host's words`()
    throws
  {
    var table = WatchedHost(places: 3, mayTalk: true)
    table.play()
    table.watch(1, named: "Wei")
    table.watch(2, named: "Lin")
    let (now, hello, answer) = (table.now, try Words("hello"), try Words("welcome"))
    table.watcher(1) { $0.say(hello, now: $1) }
    let wei = PlayerName(cleaning: "Wei")
    #expect(table.told.contains(.remark(hello, by: wei, from: WatchedHost.peer(1))))
    #expect(table.remarks == [.remark(hello, by: wei, from: hostPeer)])
    #expect(heard(2, at: table) == [.remark(hello, by: wei)])
    #expect(heard(1, at: table).isEmpty)
    table.give { $0.say(answer, now: now) }
    #expect(heard(1, at: table) == [.remark(answer, by: nil)])
    #expect(heard(2, at: table).last == .remark(answer, by: nil))
  }

  @Test func `where those who watch may not talk nothing is said, and who does is cut off`() throws
  {
    var table = table(2)
    table.watch(1)
    let words = try Words("hello")
    table.watcher(1) { $0.say(words, now: $1) }
    #expect(table.remarks.isEmpty && table.hangUps.isEmpty)
    var peer = RawPeer(.guest, as: PeerID(rawValue: "raw"), secrets: SeededSecrets(seed: 9))
    table.letIn(&peer)
    for packet in peer.say(.remark(Remark("hello"))) { table.toHost(packet, from: peer.peer) }
    #expect(table.hangUps == [peer.peer])
  }

  @Test func `who watches and says too much is heard no more, and nobody speaks for another`()
    throws
  {
    var table = WatchedHost(places: 3, mayTalk: true)
    table.play()
    table.watch(1)
    for number in 0..<100 {
      let words = try Words("\(number)")
      table.watcher(1) { $0.say(words, now: $1) }
    }
    #expect(table.remarks.count == 12)
    #expect(table.hangUps.isEmpty)
    var peer = RawPeer(.guest, as: PeerID(rawValue: "raw"), secrets: SeededSecrets(seed: 9))
    table.letIn(&peer)
    let lie = Remark("hello", by: PlayerName(cleaning: "Wei"))
    for packet in peer.say(.remark(lie)) { table.toHost(packet, from: peer.peer) }
    #expect(table.hangUps == [peer.peer])
    #expect(table.remarks.count == 12)
  }

  @Test func `the table is closed with a word to all who watch`() {
    var table = table(2)
    table.watch(1)
    let now = table.now
    table.give { $0.close(.gameOver, now: now) }
    table.advance(by: .seconds(3))
    #expect(table.ends[1] == .peerLeft(.gameOver))
  }
}

@Suite struct SimulatedRoomTests {
  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `seven who watch see what the host sees, over bad air`(seed: UInt64) {
    #expect(SimulatedRoom.play(seed: seed).failure == nil)
  }
}

extension WatchedHost {
  /// Lets a peer of ours watch, and returns what it is told then.
  @discardableResult
  mutating func letIn(_ peer: inout RawPeer) -> Watching? {
    var told: Watching?
    var greeting = Hello(
      versions: 4...4,
      nonce: Nonce(rawValue: 7),
      name: PlayerName(cleaning: "Mal"),
      program: "test/1"
    )
    greeting.watches = true
    var packets = peer.greet(.hello(greeting))
    for _ in 0..<4 {
      forgetSent()
      for packet in packets { toHost(packet, from: peer.peer) }
      for case .says(.watching(let watching)) in peer.watch(Step(packets: sent)) {
        told = watching
      }
      packets = peer.words()
    }
    return told
  }
}

extension SessionEvent {
  fileprivate var isOfWatchers: Bool {
    switch self {
    case .watcherCame, .watcherWent, .strangerRejected: true
    case .introduced, .joined, .vacated, .message, .words, .file, .delayed, .quiet, .heardAgain,
      .suspended, .resumed, .recalled, .remembered, .differs, .compared, .keepsRecord, .wentBack,
      .remark,
      .watchers, .watched, .pipe, .crowded, .letter:
      false
    }
  }
}
