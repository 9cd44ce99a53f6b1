import MatchProtocol
import MatchStore
import Testing

@Suite struct MatchTests {
  @Test func `matches come back as they were kept, the latest first`() throws {
    let folder = try TemporaryFolder()
    let samples: [SavedMatch] = [
      try .sample(1), try .sample(2, seat: .host), try .sample(3, tableName: nil),
    ]
    var kept: [SavedMatch.ID] = []
    do {
      let store = try folder.store()
      kept = try samples.map { try store.begin($0) }
    }
    let store = try folder.store()
    #expect(try store.matches().map(\.id) == kept.reversed())
    #expect(try store.matches().map(\.match) == samples.reversed())
    #expect(try store.damages() == [])
  }

  @Test func `a match with a result goes on until both have taken leave, or in another game`()
    throws
  {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    let id = try store.begin(.sample())
    try store.finish(id, result: "host won")
    #expect(try store.matches()[0].match.result == "host won")
    #expect(try store.unfinished(as: .guest)?.id == id)
    try store.append(JournalEntry(isMine: true, .resign), at: 0, to: id)
    #expect(try store.matches()[0].match.result == "host won")
    try store.append(JournalEntry(isMine: false, .sampleStart), at: 1, to: id)
    #expect(try store.matches()[0].match.result == nil)
    #expect(try store.unfinished(as: .guest)?.id == id)
    try store.finish(id, result: "guest won")
    try store.leave(id, at: 1_800_000_100)
    #expect(try store.unfinished(as: .guest) == nil)
  }

  @Test func `the match to go on with is the latest of the seat that nobody has left`()
    throws
  {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    let hosted = try store.begin(.sample(1, seat: .host))
    let first = try store.begin(.sample(2))
    let second = try store.begin(.sample(3))
    #expect(try store.unfinished(as: .guest)?.id == second)
    #expect(try store.unfinished(as: .host)?.id == hosted)
    try store.leave(second, at: 1_800_000_100)
    #expect(try store.unfinished(as: .guest)?.id == first)
    #expect(try store.matches()[0].match.leftAt == 1_800_000_100)
    try store.finish(first, result: "draw")
    #expect(try store.unfinished(as: .guest)?.id == first)
    try store.leave(first, at: 1_800_000_100)
    #expect(try store.unfinished(as: .guest) == nil)
  }

  @Test func `whoever takes up a match that was left has not left it any more`() throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    let id = try store.begin(.sample())
    try store.append(JournalEntry(isMine: false, .sampleStart), at: 0, to: id)
    try store.leave(id, at: 1_800_000_100)
    let continuation = try store.take(id)
    #expect(continuation == (try store.savedSession(of: id)))
    #expect(try store.unfinished(as: .guest)?.id == id)
  }

  @Test func `a discarded match is gone with its journal, and its number with it`() throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    let id = try store.begin(.sample())
    try store.append(JournalEntry(isMine: true, .resign), at: 0, to: id)
    try store.discard(id)
    #expect(try store.matches().isEmpty)
    let next = try store.begin(.sample())
    #expect(next != id)
    #expect(try store.savedSession(of: next).journal == [])
  }

  @Test func `a match that does not exist is an error everywhere`() throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    let nowhere = SavedMatch.ID(rawValue: 5)
    let expected = StoreError.noSuchMatch(nowhere)
    #expect(throws: expected) {
      try store.append(JournalEntry(isMine: true, .resign), at: 0, to: nowhere)
    }
    #expect(throws: expected) { try store.savedSession(of: nowhere) }
    #expect(throws: expected) { try store.take(nowhere) }
    #expect(throws: expected) { try store.leave(nowhere, at: 0) }
    #expect(throws: expected) { try store.finish(nowhere, result: "") }
    #expect(throws: expected) { try store.discard(nowhere) }
  }

  @Test func `a match is played by one program at a time`() throws {
    let folder = try TemporaryFolder()
    let other = try folder.store()
    let second: SavedMatch.ID
    do {
      let one = try folder.store()
      let first = try one.begin(.sample())
      second = try one.begin(.sample())
      #expect(throws: StoreError.beingPlayed(first)) { try other.take(first) }
      #expect(throws: StoreError.beingPlayed(second)) { try other.take(second) }
      _ = try one.take(first)
    }
    _ = try other.take(second)
    let third = try folder.store()
    #expect(throws: StoreError.beingPlayed(second)) { try third.take(second) }
  }
}
