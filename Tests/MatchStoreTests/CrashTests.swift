import GRDB
import Glibc
import MatchProtocol
import Synchronization
import Testing

@testable import MatchStore

/// Kills a program that writes moves, and looks at what it left.
@Suite(.serialized) struct CrashTests {
  @Test func `a commit waits until it is on disk`() throws {
    let folder = try TemporaryFolder()
    let store = try MatchStore(in: DataFolder(at: folder.path))
    let settings = try store.read { database in
      try ["journal_mode", "synchronous"].map {
        try String.fetchOne(database, sql: "PRAGMA \($0)")
      }
    }
    #expect(settings == ["wal", "2"])
  }

  @Test(arguments: [1, 2, 3, 5, 8, 13, 21, 34])
  func `every move that was said to be kept survives a kill`(moves: Int) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = path as String, moves = moves as Int] in
      try writeUntilKilled(path, after: moves)
    }
    let store = try MatchStore(in: DataFolder(at: path))
    #expect(try store.damages() == [])
    let game = try #require(try store.games().first)
    let kept = try store.moves(of: game.id)
    let acknowledged = folder.size("acknowledged")
    #expect(acknowledged >= moves)
    // The last move may be kept although the program did not live to hear of it.
    #expect((acknowledged...acknowledged + 1).contains(kept.count))
    #expect(kept.map(\.ply) == Array(0..<kept.count))
    try store.append(Message.Move(ply: kept.count, text: "h8"), to: game.id)
  }
}

/// Keeps moves without end, with a byte in a file for each that is kept; another thread kills the process in the
/// middle of it, some turns of a loop after so many moves.
private func writeUntilKilled(_ path: String, after moves: Int) throws {
  let store = try MatchStore(in: DataFolder(at: path))
  let game = try store.begin(.sample())
  let file = unsafe open("\(path)/acknowledged", O_WRONLY | O_CREAT | O_APPEND, 0o600)
  let kept = Counter()
  Task.detached {
    while kept.value < moves {}
    for _ in 0..<moves * 1_000 where kept.value == .max {}
    kill(getpid(), SIGKILL)
  }
  for ply in 0... {
    try store.append(Message.Move(ply: ply, text: "h8"), to: game)
    _ = unsafe write(file, "+", 1)
    kept.increment()
  }
}

private final class Counter: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .acquiring) }

  func increment() { count.add(1, ordering: .releasing) }
}
