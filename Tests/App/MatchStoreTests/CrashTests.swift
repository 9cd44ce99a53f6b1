import GRDB
import Glibc
import MatchProtocol
import Synchronization
import Testing

@testable import MatchStore

/// Kills a program that writes a journal, and looks at what it left.
@Suite(.serialized) struct CrashTests {
  @Test func `a commit waits until it is on disk`() throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    let settings = try store.read { database in
      try ["journal_mode", "synchronous"].map {
        try String.fetchOne(database, sql: "PRAGMA \($0)")
      }
    }
    #expect(settings == ["wal", "2"])
  }

  @Test func `where programs cannot share memory a journal takes the place of the log`() throws {
    let folder = try TemporaryFolder()
    let data = try DataFolder(at: folder.path)
    func mode(_ store: MatchStore) throws -> [String?] {
      try store.read { database in
        try ["journal_mode", "synchronous", "locking_mode"].map {
          try String.fetchOne(database, sql: "PRAGMA \($0)")
        }
      }
    }
    #expect(data.sharesMemory)
    let id: SavedMatch.ID
    do { id = try folder.store().begin(.sample()) }
    do {
      let first = try MatchStore(in: data, isReadOnly: false, sharesMemory: false)
      #expect(try mode(first) == ["delete", "3", "normal"])
      let second = try MatchStore(in: data, isReadOnly: false, sharesMemory: false)
      // Both programs may write.
      try first.append(.sampleMove(0), at: 0, to: id)
      try second.append(.sampleMove(1), at: 1, to: id)
      #expect(try first.games().count == 1)
      #expect(folder.size("tabletooth.db-wal") == 0)
    }
    let store = try folder.store()
    #expect(try mode(store) == ["wal", "2", "normal"])
    #expect(try store.damages() == [])
    #expect(try store.take(id).journal == [.sampleMove(0), .sampleMove(1)])
  }

  @Test(arguments: [
    (ENOLCK, true), (ENOSYS, true), (EOPNOTSUPP, true), (EAGAIN, false), (EIO, false),
  ])
  func `a file system without locks is no other program`(number: CInt, isMissing: Bool) {
    #expect((MatchLocks.missing(number, in: "/d") == .noLocks(path: "/d")) == isMissing)
  }

  @Test(arguments: [1, 2, 3, 5, 8, 13, 21, 34])
  func `every entry that was said to be kept survives a kill`(entries: Int) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = path as String, entries = entries as Int] in
      try writeUntilKilled(path, after: entries)
    }
    let store = try folder.store()
    #expect(try store.damages() == [])
    let unfinished = try #require(try store.unfinished(as: .guest))
    // The lock of the program that was killed has gone with it.
    let kept = try store.take(unfinished.id).journal
    let acknowledged = folder.size("acknowledged")
    #expect(acknowledged >= entries)
    // The last one may be kept although the program did not live to hear of it.
    #expect((acknowledged...acknowledged + 1).contains(kept.count))
    #expect(kept == (0..<kept.count).map(JournalEntry.sampleMove))
    try store.append(.sampleMove(kept.count), at: kept.count, to: unfinished.id)
  }
}

/// Keeps entries without end, with a byte in a file for each that is kept; another thread kills the
/// process in the middle of it, some turns of a loop after so many entries.
private func writeUntilKilled(_ path: String, after entries: Int) throws {
  let store = try MatchStore(in: DataFolder(at: path))
  let id = try store.begin(.sample())
  let file = unsafe open("\(path)/acknowledged", O_WRONLY | O_CREAT | O_APPEND, 0o600)
  let kept = Counter()
  Task.detached {
    while kept.value < entries {}
    for _ in 0..<entries * 1_000 where kept.value == .max {}
    kill(getpid(), SIGKILL)
  }
  for place in 0... {
    try store.append(.sampleMove(place), at: place, to: id)
    _ = unsafe write(file, "+", 1)
    kept.increment()
  }
}

private final class Counter: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .acquiring) }

  func increment() { count.add(1, ordering: .releasing) }
}
