import Glibc
import MatchProtocol
import MatchStore
import Sodium
import Synchronization
import Testing

@Suite struct FolderTests {
  @Test func `a new folder and its files are for their owner only`() throws {
    let parent = try TemporaryFolder()
    let path = "\(parent.path)/data"
    let folder = try DataFolder(at: path)
    let store = try MatchStore(in: folder)
    _ = try store.begin(.sample())
    _ = try PlayerKeyFile(in: folder).key()
    #expect(parent.mode("data") == 0o700)
    let names = [
      "tabletooth.db", "tabletooth.db-wal", "tabletooth.db-shm", "player.key", "playing.lock",
    ]
    for name in names {
      #expect(parent.mode("data/\(name)") == 0o600, "\(name)")
    }
    for name in names {
      unsafe unlink("\(path)/\(name)")
    }
    unsafe rmdir(path)
  }

  @Test func `a folder or a file that others may read is refused`() throws {
    let folder = try TemporaryFolder()
    unsafe chmod(folder.path, 0o750)
    #expect(throws: StoreError.exposed(path: folder.path)) { try DataFolder(at: folder.path) }
    unsafe chmod(folder.path, 0o700)
    let data = try DataFolder(at: folder.path)
    folder.write([UInt8](repeating: 1, count: 32), to: "player.key", mode: 0o640)
    #expect(throws: StoreError.exposed(path: "\(folder.path)/player.key")) {
      try PlayerKeyFile(in: data).key()
    }
    folder.write([], to: "playing.lock", mode: 0o620)
    #expect(throws: StoreError.exposed(path: "\(folder.path)/playing.lock")) {
      try MatchStore(in: data)
    }
    folder.write([], to: "tabletooth.db", mode: 0o604)
    #expect(throws: StoreError.exposed(path: "\(folder.path)/tabletooth.db")) {
      try MatchStore(in: data)
    }
  }

  @Test func `missing parents are made, too, for their owner only`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/share/tabletooth"
    #expect(try DataFolder(at: path).path == path)
    #expect(folder.mode("share") == 0o700)
    unsafe rmdir(path)
    unsafe rmdir("\(folder.path)/share")
  }

  @Test func `a folder that cannot be made is an error`() throws {
    let folder = try TemporaryFolder()
    folder.write([1], to: "file")
    let path = "\(folder.path)/file/data"
    #expect(throws: StoreError.unusable(path: path, errno: ENOTDIR)) { try DataFolder(at: path) }
    let file = "\(folder.path)/file"
    #expect(throws: StoreError.wrongKind(path: file, isFolderWanted: true)) {
      try DataFolder(at: file)
    }
  }

  @Test func `what is no database is left alone`() throws {
    let folder = try TemporaryFolder()
    folder.write(
      Array("This is no database. ".utf8) + [UInt8](repeating: 0, count: 200),
      to: "tabletooth.db"
    )
    let before = folder.size("tabletooth.db")
    let data = try DataFolder(at: folder.path)
    do throws(StoreError) {
      _ = try MatchStore(in: data)
      Issue.record("it was opened")
    } catch .database(.damaged, let path, _) {
      #expect(path == "\(folder.path)/tabletooth.db")
    } catch {
      Issue.record(error)
    }
    #expect(folder.size("tabletooth.db") == before)
  }

  @Test(arguments: [
    (["XDG_DATA_HOME": "/x", "HOME": "/home/a"], "/x/tabletooth"),
    (["XDG_DATA_HOME": "relative", "HOME": "/home/a"], "/home/a/.local/share/tabletooth"),
    (["XDG_DATA_HOME": "", "HOME": "/home/a"], "/home/a/.local/share/tabletooth"),
    (["HOME": "/home/a"], "/home/a/.local/share/tabletooth"),
    (["HOME": ""], nil), ([:], nil),
  ])
  func `the folder is where the XDG specification puts it`(
    environment: [String: String],
    path: String?
  ) {
    #expect(DataFolder.standardPath { environment[$0] } == path)
  }

  @Test func `a player's key is made once and read from then on`() throws {
    let folder = try TemporaryFolder()
    let data = try DataFolder(at: folder.path)
    var created = 0
    let key = try PlayerKeyFile(in: data).key { created += 1 }.publicKey
    #expect(try PlayerKeyFile(in: data).key { created += 1 }.publicKey == key)
    #expect(created == 1)
    #expect(folder.size("player.key") == 32)
    #expect(folder.size("player.key.new") == 0)
  }

  @Test func `a rest of a key that was not finished is no hindrance`() throws {
    let folder = try TemporaryFolder()
    folder.write([1, 2], to: "player.key.new")
    let data = try DataFolder(at: folder.path)
    let key = try PlayerKeyFile(in: data).key().publicKey
    #expect(try PlayerKeyFile(in: data).key().publicKey == key)
  }

  @Test(arguments: [0, 31, 33, 100])
  func `a key of another length is reported and never replaced`(length: Int) throws {
    let folder = try TemporaryFolder()
    folder.write([UInt8](repeating: 1, count: length), to: "player.key")
    let data = try DataFolder(at: folder.path)
    let path = "\(folder.path)/player.key"
    #expect(throws: StoreError.damagedKey(path: path, length: min(length, 33))) {
      try PlayerKeyFile(in: data).key()
    }
    #expect(folder.size("player.key") == length)
  }

  @Test func `a key by which others know the player is not replaced when it is gone`() throws {
    let folder = try TemporaryFolder()
    let data = try DataFolder(at: folder.path)
    let path = "\(folder.path)/player.key"
    #expect(throws: StoreError.missingKey(path: path)) {
      try PlayerKeyFile(in: data).key(isKnown: true)
    }
    #expect(folder.size("player.key") == 0)
    let key = try PlayerKeyFile(in: data).key().publicKey
    #expect(try PlayerKeyFile(in: data).key(isKnown: true).publicKey == key)
  }

  @Test func `a pipe in the place of the key is not waited for`() throws {
    let folder = try TemporaryFolder()
    let data = try DataFolder(at: folder.path)
    let path = "\(folder.path)/player.key"
    unsafe mkfifo(path, 0o600)
    #expect(throws: StoreError.wrongKind(path: path, isFolderWanted: false)) {
      try PlayerKeyFile(in: data).key()
    }
  }

  @Test func `a link in the place of the key or the folder is named as one`() throws {
    let folder = try TemporaryFolder()
    folder.write([UInt8](repeating: 1, count: 32), to: "elsewhere")
    let path = "\(folder.path)/player.key"
    unsafe symlink("\(folder.path)/elsewhere", path)
    #expect(throws: StoreError.symbolicLink(path: path)) {
      try PlayerKeyFile(in: DataFolder(at: folder.path)).key()
    }
    let link = "\(folder.path)/link"
    unsafe symlink(folder.path, link)
    #expect(throws: StoreError.symbolicLink(path: link)) { try DataFolder(at: link) }
  }

  @Test func `a database that is moved away is noticed before anything more is kept`() throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    let id = try store.begin(.sample())
    let path = "\(folder.path)/tabletooth.db"
    unsafe rename(path, "\(folder.path)/elsewhere.db")
    #expect(throws: StoreError.vanished(path: path)) { try store.finish(id, result: "x") }
    #expect(throws: StoreError.vanished(path: path)) { try store.begin(.sample(2)) }
  }

  @Test func `programs that are started at once have the same key`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    let keys = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<8 {
        group.addTask { try PlayerKeyFile(in: DataFolder(at: path)).key().publicKey.bytes }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(keys.count == 1)
  }

  @Test func `locks that are refused close nothing of anybody else's`() async throws {
    let folder = try TemporaryFolder()
    folder.write([], to: "playing.lock", mode: 0o620)
    let data = try DataFolder(at: folder.path)
    let isOver = Atomic(false)
    async let lost = Task.detached { () -> Int in
      var lost = 0
      while !isOver.load(ordering: .relaxed) {
        let other = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        if close(other) != 0 { lost += 1 }
      }
      return lost
    }.value
    for _ in 0..<2_000 {
      #expect(throws: StoreError.exposed(path: "\(folder.path)/playing.lock")) {
        try MatchStore(in: data)
      }
    }
    isOver.store(true, ordering: .relaxed)
    #expect(await lost == 0)
  }
}
