import GRDB
import GameRecords
import GameRules
import Glibc
import MatchProtocol
import Testing

@testable import MatchStore

@Suite struct BackupTests {
  private static let game = RecordedGame(
    GameTerms(.gomoku()),
    setting: .terminal,
    side: nil,
    startedAt: 1
  )

  @Test func `what was copied comes back, and what was there is set aside`() throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/backup"
    do {
      let store = try folder.store()
      _ = try store.add(Self.game, GameScore(moves: ["h8"]))
      try store.backUp(to: file, with: nil, at: 5)
      #expect(folder.mode("backup") == 0o600)
      _ = try store.add(Self.game, GameScore(moves: ["h9"]))
    }
    let backup = try StoreBackup(at: file)
    #expect(backup.key == nil)
    let aside = try MatchStore.restore(backup, in: DataFolder(at: folder.path))
    #expect(aside == "\(folder.path)/tabletooth.db.before-restore-1")
    let store = try folder.store()
    #expect(try store.games().map(\.number) == [1])
    #expect(try store.score(of: 1)?.moves == ["h8"])
    #expect(try store.damages() == [])
  }

  @Test(arguments: [false, true])
  func `a disk that became read-only can be read and backed up`(hasLog: Bool) throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/backup"
    // While it is open, its log stays beside it.
    var open: MatchStore? = try folder.store()
    _ = try open?.add(Self.game, GameScore(moves: ["h8"]))
    if !hasLog { open = nil }
    let names = ["tabletooth.db", "tabletooth.db-wal", "playing.lock"]
    let before = names.map { folder.read($0) }
    #expect((folder.size("tabletooth.db-wal") > 0) == hasLog)
    let store = try MatchStore(in: DataFolder(at: folder.path), isReadOnly: true)
    #expect(try store.score(of: 1)?.moves == ["h8"])
    #expect(throws: StoreError.self) { try store.add(Self.game, GameScore(moves: ["h9"])) }
    #expect(throws: StoreError.self) { try store.begin(.sample()) }
    try store.backUp(to: file, with: nil, at: 5)
    #expect(names.map { folder.read($0) } == before)
    let other = try TemporaryFolder()
    _ = try MatchStore.restore(StoreBackup(at: file), in: DataFolder(at: other.path))
    #expect(try other.store().score(of: 1)?.moves == ["h8"])
    _ = open
  }

  @Test(arguments: [
    "CREATE TRIGGER t AFTER INSERT ON game BEGIN DELETE FROM score; END",
    "CREATE VIEW v AS SELECT * FROM game",
    "CREATE VIRTUAL TABLE v USING fts5(words)",
    "CREATE TABLE other (a)",
    "CREATE INDEX i ON game (ply)",
    "ALTER TABLE game ADD COLUMN more TEXT",
    "ALTER TABLE score ADD COLUMN more TEXT AS (hex(zeroblob(99)))",
    "CREATE INDEX i ON game (hex(zeroblob(ply)))",
    """
    DROP TABLE backup; CREATE TABLE backup
      (madeAt INTEGER NOT NULL, salt TEXT AS (NULL), passes INTEGER, kibibytes INTEGER, sealed TEXT);
    INSERT INTO backup (madeAt) VALUES (5)
    """,
    """
    DROP TABLE backup; CREATE TABLE backup (
      madeAt INTEGER NOT NULL CHECK (length(zeroblob(madeAt))), salt TEXT, passes INTEGER,
      kibibytes INTEGER, sealed TEXT
    ); INSERT INTO backup (madeAt) VALUES (5)
    """,
    """
    DROP TABLE backup; CREATE VIEW backup AS WITH RECURSIVE n(salt) AS
      (SELECT 1 UNION ALL SELECT salt + 1 FROM n) SELECT count(*) AS salt FROM n
    """,
  ])
  func `a backup with anything that no store has is refused`(sql: String) throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/backup"
    let store = try folder.store()
    _ = try store.add(Self.game, GameScore(moves: ["h8"]))
    try store.backUp(to: file, with: nil, at: 5)
    try DatabaseQueue(path: file).write { try $0.execute(sql: sql) }
    // Before anything is read of it.
    #expect(throws: StoreError.notBackup(path: file)) { try StoreBackup(at: file) }
    #expect(try folder.store().games().count == 1)
  }

  @Test func `a backup takes the place of no file, and a store in use keeps its place`() throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    let file = "\(folder.path)/backup"
    folder.write([1], to: "backup")
    #expect(throws: StoreError.present(path: file)) {
      try store.backUp(to: file, with: nil, at: 5)
    }
    #expect(folder.size("backup") == 1)
    #expect(throws: StoreError.notBackup(path: file)) { try StoreBackup(at: file) }
    unsafe unlink(file)
    try store.backUp(to: file, with: nil, at: 5)
    _ = try store.begin(.sample())
    #expect(throws: StoreError.inUse(path: "\(folder.path)/tabletooth.db")) {
      try MatchStore.restore(StoreBackup(at: file), in: DataFolder(at: folder.path))
    }
    #expect(try store.games().count == 1)
    let own = "\(folder.path)/tabletooth.db"
    #expect(throws: StoreError.notBackup(path: own)) { try StoreBackup(at: own) }
  }

  @Test(arguments: [1, 4_096])
  func `a backup with bytes behind its end, or without its last ones, is damaged`(
    count: Int
  ) throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/backup"
    try folder.store().backUp(to: file, with: nil, at: 5)
    let size = folder.size("backup")
    _ = try StoreBackup(at: file)
    for wrong in [size + count, size - count] {
      #expect(unsafe truncate(file, off_t(wrong)) == 0)
      #expect(throws: StoreError.notBackup(path: file)) { try StoreBackup(at: file) }
    }
  }

  @Test func `a key comes back by its passphrase and no other`() throws {
    let folder = try TemporaryFolder()
    let data = try DataFolder(at: folder.path)
    let keyFile = PlayerKeyFile(in: data)
    let key = try keyFile.key().publicKey
    let sealed = try #require(try keyFile.sealed(under: "correct horse"))
    try folder.store().backUp(to: "\(folder.path)/backup", with: sealed, at: 5)
    let found = try #require(try StoreBackup(at: "\(folder.path)/backup").key)
    #expect(found == sealed)
    #expect(found.secret(by: "correct mule") == nil)
    let secret = try #require(found.secret(by: "correct horse"))
    #expect(try keyFile.replace(by: secret) == nil)
    unsafe unlink("\(folder.path)/player.key")
    _ = try keyFile.key()
    #expect(try keyFile.replace(by: secret) == "\(folder.path)/player.key.before-restore-1")
    #expect(try keyFile.key().publicKey == key)
  }
}
