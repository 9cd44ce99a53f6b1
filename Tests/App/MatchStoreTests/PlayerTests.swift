import GRDB
import MatchProtocol
import MatchStore
import Sodium
import Testing

@Suite struct PlayerTests {
  @Test func `the known players come back as they were kept`() throws {
    let folder = try TemporaryFolder()
    var book = TrustBook()
    let keys = (0..<3).map { _ in KeyPair.generate().publicKey }
    for (number, key) in keys.enumerated() {
      book.accept(key, name: PlayerName(cleaning: "Zoë \(number)"), at: Int64(number))
    }
    book.rename(keys[1], to: PlayerName(cleaning: "六"))
    book.meet(keys[2], at: 1 << 40)
    do {
      let store = try MatchStore(in: DataFolder(at: folder.path))
      for player in book.players {
        try store.save(player)
      }
    }
    let store = try MatchStore(in: DataFolder(at: folder.path))
    #expect(try store.trustBook() == book)
  }

  @Test func `a player is kept once, and may be forgotten`() throws {
    let folder = try TemporaryFolder()
    let store = try MatchStore(in: DataFolder(at: folder.path))
    let key = KeyPair.generate().publicKey
    let anna = PlayerName(cleaning: "Anna")
    for time in 1...3 as ClosedRange<Int64> {
      try store.save(KnownPlayer(key: key, name: anna, firstSeen: 1, lastSeen: time))
    }
    let kept = KnownPlayer(key: key, name: anna, firstSeen: 1, lastSeen: 3)
    #expect(try store.trustBook() == TrustBook([kept]))
    try store.forget(key)
    #expect(try store.trustBook() == TrustBook())
  }

  /// Keeps Anna and Bert, and puts `value` into a column of Bert's row.
  private func damagedStore(_ column: String, _ value: String, in path: String) throws -> MatchStore
  {
    let store = try MatchStore(in: DataFolder(at: path))
    for (byte, name) in [(1, "Anna"), (2, "Bert")] as [(UInt8, String)] {
      let key = try PublicKey([UInt8](repeating: byte, count: 32))
      let nickname = PlayerName(cleaning: "\(name)chen")
      let player = KnownPlayer(
        key: key,
        name: PlayerName(cleaning: name),
        nickname: nickname,
        firstSeen: 3,
        lastSeen: 4
      )
      try store.save(player)
    }
    let sql = "UPDATE player SET \(column) = \(value) WHERE name = 'Bert'"
    try DatabaseQueue(path: "\(path)/tabletooth.db").write { try $0.execute(sql: sql) }
    return store
  }

  @Test(arguments: [
    ("nickname", "''", ["Annachen", "Bert"]), ("nickname", "char(27)", ["Annachen", "Bert"]),
    ("name", "''", ["Annachen", "Bertchen"]), ("name", "char(27)||'x'", ["Annachen", "Bertchen"]),
    ("key", "'zz'", ["Annachen"]), ("key", "''", ["Annachen"]),
    ("name = '', nickname", "''", ["Annachen"]),
  ])
  func `a damaged player costs no other, and can be forgotten`(
    column: String,
    value: String,
    names: [String]
  ) throws {
    let folder = try TemporaryFolder()
    let store = try damagedStore(column, value, in: folder.path)
    #expect(try store.trustBook().players.map(\.displayName.description) == names)
    let damaged = try DamagedPlayer.all(in: store)
    #expect(damaged.map(\.column) == [column.split(separator: " ").first.map(String.init)])
    try store.forget(try #require(damaged.first))
    #expect(try DamagedPlayer.all(in: store).isEmpty)
    #expect(try store.trustBook().players.map(\.name.description) == ["Anna"])
  }

  @Test func `a player who is kept anew is damaged no more`() throws {
    let folder = try TemporaryFolder()
    let store = try damagedStore("nickname", "char(27)", in: folder.path)
    for player in try store.trustBook().players { try store.save(player) }
    #expect(try DamagedPlayer.all(in: store).isEmpty)
    #expect(try store.trustBook().players.count == 2)
  }
}
