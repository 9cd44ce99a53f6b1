import MatchSimulation
import Testing

@testable import MatchProtocol

/// Spectators at a broker: each gets every entry on its own link, and none has a key to forge with.
@Suite struct BrokerWatchingTests {
  private let start = MatchMessage.start(
    .init(game: "gomoku", rule: "freestyle", first: .host)
  )

  /// A table where a game was begun, and these watchers are at a broker.
  private func table(_ places: Int, atBroker: Set<Int>) -> WatchedHost {
    var table = WatchedHost(places: places)
    table.atBroker = atBroker
    table.play()
    let start = start
    table.give { $0.submit(start, now: .zero) }
    return table
  }

  private func move(_ ply: Int, in table: inout WatchedHost) {
    let now = table.now
    table.give { $0.submit(MatchProtocolTests.move(ply), now: now) }
  }

  /// What a watcher has seen of the game: its start, and the moves so far.
  private func game(_ moves: Int) -> [RoomEntry] {
    let moves = (0..<moves).map { MatchProtocolTests.move($0) }
    return ([start] + moves).map { .match($0, by: .host) }
  }

  /// How often watcher `number` was let in, or given another key.
  private func keysGiven(_ number: Int, at table: WatchedHost) -> Int {
    (table.seen[number] ?? []).count { if case .mayTalk = $0 { true } else { false } }
  }

  @Test func `a spectator at a broker shows no forged move, and follows the game`() throws {
    var table = table(2, atBroker: [1])
    table.watch(1)
    // One that has the key of the room, as it watches over Bluetooth, forges what goes to all.
    var forger = RawPeer(.guest, as: PeerID(rawValue: "raw"), secrets: SeededSecrets(seed: 9))
    let watching = table.letIn(&forger)
    let told = try #require(watching)
    let key = RoomKey(told.key, epoch: told.epoch)
    let lie = Envelope.match(MatchProtocolTests.move(7)).encoded
    for (message, number, source) in [
      (lie, told.count, RoomSource.host), ([], told.count + 100, .count),
    ] {
      let sealed = key.seal(message, number, source)
      for packet in RoomPacket.packets(for: sealed, number, source, mark: key.mark, size: 180) {
        table.bring(packet, to: 1)
      }
    }
    #expect(table.entries(1).dropFirst() == game(0)[...])
    table.advance(by: .seconds(10))
    move(0, in: &table)
    move(1, in: &table)
    #expect(table.entries(1).dropFirst() == game(2)[...])
    #expect(!table.hangUps.contains { $0.isAtBroker })
  }

  @Test func `a spectator at a broker is given no key`() {
    var table = table(1, atBroker: [])
    let peer = PeerID(rawValue: "raw", at: "raw", isAtBroker: true)
    var spectator = RawPeer(.guest, as: peer, secrets: SeededSecrets(seed: 9))
    #expect(table.letIn(&spectator)?.key == [])
  }

  @Test func `spectators at a broker see the whole game, and nothing goes to all`() {
    var table = table(2, atBroker: [1, 2])
    table.watch(1)
    move(0, in: &table)
    table.watch(2)
    table.cut(1)
    move(1, in: &table)
    table.link(1)
    table.advance(by: .seconds(10))
    move(2, in: &table)
    for number in 1...2 { #expect(table.entries(number).dropFirst() == game(3)[...]) }
    #expect(table.shown.isEmpty)
  }

  @Test func `an entry that a spectator at a broker misses is sent again`() {
    var table = table(1, atBroker: [1])
    table.watch(1)
    table.silent = [1]
    move(0, in: &table)
    table.silent = []
    move(1, in: &table)
    #expect(table.entries(1).dropFirst() == game(0)[...])
    table.advance(by: .seconds(3))
    #expect(table.entries(1).dropFirst() == game(2)[...])
  }

  @Test func `the key is another one when somebody leaves who had it, and else the same`() {
    var table = table(3, atBroker: [1])
    for number in 1...3 { table.watch(number) }
    let before = keysGiven(3, at: table)
    table.cut(1)
    #expect(keysGiven(3, at: table) == before)
    table.cut(2)
    #expect(keysGiven(3, at: table) == before + 1)
    move(0, in: &table)
    #expect(table.entries(3).dropFirst() == game(1)[...])
  }
}
