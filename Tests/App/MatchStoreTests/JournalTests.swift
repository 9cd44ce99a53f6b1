import GRDB
import Glibc
import MatchProtocol
import Testing

@testable import MatchStore

@Suite struct JournalTests {
  /// One of each kind, with the extremes that a message may have.
  private static let messages: [MatchMessage] = [
    .sampleStart, .move(MatchMessage.Move(ply: 0, text: "h8", position: 0)),
    .move(MatchMessage.Move(ply: 65_535, text: "abcdefghijklmnop", position: .max)), .resign,
    .ask(MatchMessage.Ask(.draw, ply: 1)), .ask(MatchMessage.Ask(.takeBack(remaining: 3), ply: 5)),
    .answer(MatchMessage.Answer(.draw, ply: 1, agrees: true)),
    .pause(MatchMessage.Pause(isOn: true, ply: 7)),
    .flag(ply: 8), .differ(MatchMessage.Differ(ply: 9, position: 0xDEAD_BEEF)),
  ]

  @Test func `a journal comes back in order, each in its own match`() throws {
    let folder = try TemporaryFolder()
    let entries = Self.messages.enumerated().map {
      JournalEntry(isMine: $0.isMultiple(of: 3), $1)
    }
    let ids: [SavedMatch.ID]
    do {
      let store = try folder.store()
      ids = [try store.begin(.sample(1)), try store.begin(.sample(2))]
      for (place, entry) in entries.enumerated() { try store.append(entry, at: place, to: ids[0]) }
      try store.append(entries[3], at: 0, to: ids[1])
    }
    let store = try folder.store()
    let first = try store.savedSession(of: ids[0])
    #expect(first.journal == entries)
    #expect(first.session == (try SavedMatch.sample(1).session))
    #expect(first.opponent == (try SavedMatch.sample(1).opponent))
    #expect(try store.savedSession(of: ids[1]).journal == [entries[3]])
  }

  @Test(arguments: [0, 1, 3, -1])
  func `an entry that does not follow the last is refused`(place: Int) throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    let id = try store.begin(.sample())
    for place in 0..<2 { try store.append(.sampleMove(place), at: place, to: id) }
    #expect(throws: StoreError.outOfPlace(place: place, expected: 2)) {
      try store.append(JournalEntry(isMine: true, .resign), at: place, to: id)
    }
    #expect(try store.savedSession(of: id).journal.count == 2)
  }

  @Test func `a store that is opened twice in one program stays locked`() throws {
    let folder = try TemporaryFolder()
    let one = try folder.store()
    let id = try one.begin(.sample())
    // Closed when all is over: to close it takes the locks that are looked for.
    let descriptor = unsafe open("\(folder.path)/tabletooth.db", O_RDWR)
    defer { close(descriptor) }
    // The bytes that a connection in WAL mode keeps locked, as sqlite.org/fileformat2.html says.
    func isLocked() -> Bool {
      var lock = flock(
        l_type: Int16(F_WRLCK),
        l_whence: Int16(SEEK_SET),
        l_start: 0x4000_0002,
        l_len: 510,
        l_pid: 0
      )
      // `F_OFD_GETLK` of the kernel's `fcntl.h`, which Glibc shows to GNU C only.
      _ = unsafe fcntl(descriptor, 36, &lock)
      return lock.l_type != Int16(F_UNLCK)
    }
    #expect(isLocked())
    let other = try folder.store()
    #expect(isLocked())
    #expect(try other.matches().map(\.id) == [id])
    try one.append(.sampleMove(0), at: 0, to: id)
    #expect(isLocked())
  }

  @Test func `two programs may have one store open`() throws {
    let folder = try TemporaryFolder()
    let one = try folder.store()
    let other = try folder.store()
    let id = try one.begin(.sample())
    try one.append(.sampleMove(0), at: 0, to: id)
    #expect(try other.matches().map(\.id) == [id])
    #expect(try other.savedSession(of: id).journal.count == 1)
    _ = try other.begin(.sample(9))
    try one.append(.sampleMove(1), at: 1, to: id)
    #expect(try other.savedSession(of: id).journal.count == 2)
  }

  @Test(arguments: [
    ("UPDATE entry SET message = x''", "entry", "message"),
    ("UPDATE entry SET message = x'ffff'", "entry", "message"),
    // A goodbye, which is the session's own and never in a journal.
    ("UPDATE entry SET message = x'2200'", "entry", "message"),
    ("DELETE FROM entry WHERE place = 1", "entry", "place"),
  ])
  func `a damaged row is an error`(damage: String, table: String, column: String) throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    let id = try store.begin(.sample())
    for place in 0..<3 { try store.append(.sampleMove(place), at: place, to: id) }
    try store.write { try $0.execute(sql: damage) }
    #expect(throws: StoreError.damagedRow(table: table, column: column)) {
      _ = try store.savedSession(of: id)
    }
  }

  @Test(arguments: [
    "session = 'x'", "opponent = '00'", "opponentName = char(27)", "seat = 'observer'",
  ])
  func `one damaged match costs that match`(damage: String) throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    let ids = try (1...3).map { try store.begin(.sample(UInt8($0))) }
    let sql = "UPDATE match SET \(damage) WHERE id = \(ids[1].rawValue)"
    try store.write { try $0.execute(sql: sql) }
    #expect(try store.matches().map(\.id) == [ids[2], ids[0]])
    #expect(try store.damagedMatches() == [ids[1]])
  }

  @Test func `a match whose journal is damaged is not the one to go on with`() throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    let ids = try (1...2).map { try store.begin(.sample(UInt8($0))) }
    try store.append(.sampleMove(0), at: 0, to: ids[1])
    #expect(try store.unfinished(as: SavedMatch.sample().seat)?.id == ids[1])
    try store.write { try $0.execute(sql: "UPDATE entry SET message = x'ff'") }
    #expect(try store.unfinished(as: SavedMatch.sample().seat)?.id == ids[0])
  }

  @Test func `a table of another shape is an error`() throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    try store.write { try $0.execute(sql: "ALTER TABLE match DROP COLUMN leftAt") }
    #expect(throws: StoreError.self) { try store.matches() }
    #expect(throws: StoreError.self) { try store.damagedMatches() }
  }

  @Test func `a value of a wrong type in a row is an error, and so is none`() throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    try store.write { database in
      let row = try #require(try Row.fetchOne(database, sql: "SELECT 'x' AS number, NULL AS text"))
      let columns = Columns(of: row, in: "match")
      #expect(throws: StoreError.damagedRow(table: "match", column: "number")) {
        let _: Int64 = try columns["number"]
      }
      #expect(throws: StoreError.damagedRow(table: "match", column: "text")) {
        let _: String = try columns["text"]
      }
      #expect(throws: StoreError.damagedRow(table: "match", column: "missing")) {
        let _: String? = try columns["missing"]
      }
    }
  }

  @Test func `what cannot be kept is an error, and what was kept stays`() throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    let id = try store.begin(.sample())
    try store.append(.sampleMove(0), at: 0, to: id)
    // As many pages as there are: the disk is full.
    let pages = try store.read { try Int.fetchOne($0, sql: "PRAGMA page_count") }
    try store.write { database in
      _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(pages ?? 0)")
    }
    var kept = 1
    #expect(throws: StoreError.self) {
      for place in 1..<10_000 {
        try store.append(.sampleMove(place), at: place, to: id)
        kept = place + 1
      }
    }
    #expect(try store.savedSession(of: id).journal.count == kept)
  }
}
