import GRDB
import MatchProtocol
import MatchSimulation
import Sodium
import Testing

@testable import MatchStore

@Suite struct AcquaintanceTests {
  private func secret(_ player: Acquaintance) -> [UInt8] {
    player.withSecret { $0.copy() }
  }

  @Test func `who was met comes back with the secret, those first that were met last`() throws {
    let folder = try TemporaryFolder()
    let data = try DataFolder(at: folder.path)
    let key = try PlayerKeyFile(in: data).key()
    let players = (1...3).map { Acquaintance.seeded($0) }
    do {
      let store = try folder.store()
      for (time, player) in players.enumerated() {
        try store.keep(player, under: key, at: Int64(time))
      }
      try store.keep(players[0], under: key, at: 9)
    }
    let kept = try folder.store().acquaintances(key)
    #expect(kept == [players[0], players[2], players[1]])
    #expect(kept.map(secret) == [players[0], players[2], players[1]].map(secret))
  }

  @Test func `the secret is in no file as it is, and opens under its own key only`() throws {
    let folder = try TemporaryFolder()
    let other = try TemporaryFolder()
    let key = try PlayerKeyFile(in: DataFolder(at: folder.path)).key()
    let otherKey = try PlayerKeyFile(in: DataFolder(at: other.path)).key()
    let player = Acquaintance.seeded(1)
    let store = try folder.store()
    try store.keep(player, under: key, at: 1)
    let digits = Array(secret(player).map(hex).joined().utf8)
    for name in ["tabletooth.db", "tabletooth.db-wal"] {
      let bytes = folder.read(name)
      #expect(!bytes.contains(digits))
      #expect(!bytes.contains(secret(player)))
    }
    #expect(try store.acquaintances(otherKey).isEmpty)
    #expect(try store.acquaintances(key) == [player])
  }

  @Test func `each browser has one key of its own at the page of each player`() throws {
    let folder = try TemporaryFolder()
    let other = try TemporaryFolder()
    func key(_ folder: String, _ browser: UInt8) throws -> [UInt8] {
      let key = try PlayerKeyFile(in: DataFolder(at: folder)).key()
      return key.pageKey(for: Array(repeating: browser, count: 16))
    }
    let keys = [try key(folder.path, 1), try key(folder.path, 2), try key(other.path, 1)]
    #expect(Set(keys).count == 3 && keys.allSatisfy { $0.count == 32 })
    #expect(try key(folder.path, 1) == keys[0])
  }

  @Test func `each secret is sealed under a nonce of its own, those of before too`() throws {
    let folder = try TemporaryFolder()
    let key = try PlayerKeyFile(in: DataFolder(at: folder.path)).key()
    let player = Acquaintance.seeded(1)
    let store = try folder.store()
    func column() throws -> String? {
      try store.read { try String.fetchOne($0, sql: "SELECT secret FROM acquaintance") }
    }
    try store.keep(player, under: key, at: 1)
    let first = try column()
    try store.keep(player, under: key, at: 2)
    #expect(try column() != first)
    let own = SecretBytes(copying: folder.read("player.key"))
    let old = try ChaChaPoly.seal(
      secret(player),
      additionalData: player.key.bytes,
      nonce: Array(player.key.bytes.prefix(ChaChaPoly.nonceSize)),
      key: HMAC.code(of: Array("Tabletooth store".utf8), key: own)
    )
    .map(hex).joined()
    try store.write { database in
      try database.execute(sql: "UPDATE acquaintance SET secret = ?", arguments: [old])
    }
    #expect(try store.acquaintances(key).map(secret) == [secret(player)])
    #expect(try column()?.utf8.count == old.utf8.count + 2 * ChaChaPoly.nonceSize)
    #expect(try store.acquaintances(key).map(secret) == [secret(player)])
  }

  @Test func `players of earlier versions are known by what the old keys have in common`() throws {
    let folders = [try TemporaryFolder().path, try TemporaryFolder().path]
    let data = try folders.map { try DataFolder(at: $0) }
    let keys = try data.map { try PlayerKeyFile(in: $0).key() }
    let name = PlayerName(cleaning: "Anna")
    let secrets = try (0..<2).map { side in
      let store = try MatchStore(in: data[side])
      let other = keys[1 - side].publicKey
      try store.save(KnownPlayer(key: other, name: name, firstSeen: 1, lastSeen: 1))
      let known = try store.acquaintances(keys[side])
      #expect(known.map(\.key) == [other])
      return known.map(secret)
    }
    #expect(secrets[0] == secrets[1])
  }

  @Test func `who is forgotten is not recognised, but in a match that goes on`() throws {
    let folder = try TemporaryFolder()
    let key = try PlayerKeyFile(in: DataFolder(at: folder.path)).key()
    let store = try folder.store()
    let match = try SavedMatch.sample()
    let player = Acquaintance(of: match.opponent)
    try store.keep(player, under: key, at: 1)
    let id = try store.begin(match)
    try store.leave(id, at: 2)
    try store.forget(player.key)
    #expect(try store.acquaintances(key).map(secret) == [secret(player)])
    try store.finish(id, result: "drawn")
    try store.forget(player.key)
    #expect(try store.acquaintances(key).map(secret) != [secret(player)])
  }

  @Test func `who was accepted is known by the key, until they are forgotten`() throws {
    let folder = try TemporaryFolder()
    let key = try PlayerKeyFile(in: DataFolder(at: folder.path)).key()
    let store = try folder.store()
    let (player, stranger) = (Acquaintance.seeded(1), Acquaintance.seeded(2))
    let name = PlayerName(cleaning: "Anna")
    try store.keep(player, under: key, acceptedAs: name, at: 1)
    // A later meeting in which nobody was asked takes nothing back.
    try store.keep(player, under: key, at: 2)
    try store.keep(stranger, under: key, at: 3)
    let book = try store.trustBook()
    #expect(book.players.isEmpty)
    let known = KnownPlayer(key: player.key, name: name, firstSeen: 2, lastSeen: 2)
    #expect(book.verdict(on: player.key, claiming: name) == .known(known))
    #expect(book.verdict(on: stranger.key, claiming: name) == .unknown)
    #expect(try store.acquaintances(key).map(\.name) == [nil, name])
    try store.forget(player.key)
    #expect(try store.trustBook().verdict(on: player.key, claiming: name) == .unknown)
  }

  private func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return digits.count == 1 ? "0\(digits)" : digits
  }
}
