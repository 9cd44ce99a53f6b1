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
}
