internal import GRDB
internal import Glibc

/// Matches, what was said in them, and the players, in one SQLite database that a crash cannot
/// harm.
///
/// Every method that writes returns when the change is on disk. The files are `tabletooth.db`,
/// SQLite's own beside it, and the locks of those who play, with mode 0600.
public struct MatchStore: Sendable {
  /// How long another program may hold the database: less than a link stands on which nothing is
  /// said.
  public static let lockLimit = Duration.seconds(12)

  private let path: String
  /// The number of the file of the database in its file system.
  private let inode: ino_t
  private let queue: DatabaseQueue
  let locks: MatchLocks
  /// True if the folder cannot be written, so that all that is kept can only be read.
  public let isReadOnly: Bool

  /// The store in `folder`, which is made if there is none.
  ///
  /// If the folder cannot be written, the store is a copy in memory, of the schema of this version,
  /// and nothing in the folder changes, locks included.
  ///
  /// - Parameters:
  ///   - folder: Where it is.
  ///   - onWait: Is called whenever another program holds the database for long.
  /// - Throws: ``StoreError``.
  public init(
    in folder: DataFolder,
    onWait: @escaping @Sendable () -> Void = {}
  ) throws(StoreError) {
    try self.init(in: folder, isReadOnly: !folder.isWritable, onWait: onWait)
  }

  init(
    in folder: DataFolder,
    isReadOnly: Bool,
    sharesMemory: Bool? = nil,
    onWait: @escaping @Sendable () -> Void = {}
  ) throws(StoreError) {
    path = folder.file("tabletooth.db")
    inode = try Self.createPrivately(path)
    self.isReadOnly = isReadOnly
    if isReadOnly {
      locks = MatchLocks(readOnlyIn: folder)
      do {
        queue = try Schema.copyInMemory(of: path)
      } catch {
        throw Self.wrap(error, path)
      }
      return
    }
    locks = try MatchLocks(in: folder)
    var configuration = Configuration()
    configuration.busyMode = .callback(LockWait.callback(telling: onWait))
    let settings = (sharesMemory ?? folder.sharesMemory) ? Self.withLog : Self.withoutLog
    configuration.prepareDatabase { database in
      for setting in settings { try database.execute(sql: "PRAGMA \(setting)") }
    }
    do {
      // Two that make the same tables at once would find them made by the other.
      queue = try locks.alone { [path] in try Schema.open(path, configuration) }
    } catch {
      throw Self.wrap(error, path)
    }
  }

  /// The settings where programs can share memory.
  ///
  /// GRDB's own setting for a log ahead has NORMAL, which may lose the last commits when power
  /// fails.
  private static let withLog = ["journal_mode = WAL", "synchronous = FULL"]

  /// The settings where programs cannot: a journal to roll back with.
  ///
  /// A log that is there can be read by the only program that has the database, without an index of
  /// it in shared memory. EXTRA keeps the journal's end, too, when power fails.
  private static let withoutLog = [
    "locking_mode = EXCLUSIVE", "journal_mode = DELETE", "locking_mode = NORMAL",
    "synchronous = EXTRA",
  ]

  /// What SQLite finds wrong with its file, one text each; empty when all is well.
  ///
  /// - Throws: ``StoreError``.
  public func damages() throws(StoreError) -> [String] {
    try read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }.filter { $0 != "ok" }
  }

  func read<Result>(_ body: (Database) throws -> Result) throws(StoreError) -> Result {
    do {
      return try queue.read(body)
    } catch {
      throw Self.wrap(error, path)
    }
  }

  func write<Result>(_ body: (Database) throws -> Result) throws(StoreError) -> Result {
    guard !isReadOnly else {
      throw .database(.readOnly, path: path, words: unsafe String(cString: strerror(EROFS)))
    }
    // What is written to a file that has no name any more is lost, and SQLite does not look.
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_ino == inode else {
      throw .vanished(path: path)
    }
    do {
      return try queue.write(body)
    } catch {
      throw Self.wrap(error, path)
    }
  }

  /// Copies the database into the file at `path`, which is empty.
  func copy(to path: String) throws(StoreError) {
    do {
      try queue.vacuum(into: path)
    } catch {
      throw Self.wrap(error, path)
    }
  }

  static func wrap(_ error: any Error, _ path: String) -> StoreError {
    switch error {
    case let error as StoreError: error
    case let error as DatabaseError:
      .database(DatabaseFault(error.resultCode), path: path, words: error.message ?? "")
    case let error: .database(.other, path: path, words: "\(error)")
    }
  }

  /// SQLite gives a new file the rights of all, less the user's mask; one that is there keeps its
  /// own.
  ///
  /// A file that is there is not opened here. This program may have it open already, and to close
  /// any descriptor of it would take SQLite's locks away (fcntl, POSIX): another program would
  /// believe that nobody uses the database, and delete the log under it.
  ///
  /// - Returns: The number of the file in its file system.
  private static func createPrivately(_ path: String) throws(StoreError) -> ino_t {
    let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
    let descriptor = unsafe open(path, flags, 0o600)
    guard descriptor >= 0 || errno == EEXIST else { throw .unusable(path: path, errno: errno) }
    if descriptor >= 0 { close(descriptor) }
    try DataFolder.check(path, of: S_IFREG)
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { throw .unusable(path: path, errno: errno) }
    return status.st_ino
  }
}

extension DatabaseFault {
  /// What a result code of SQLite means, without what it adds to say where.
  fileprivate init(_ code: ResultCode) {
    self =
      switch code.primaryResultCode {
      case .SQLITE_FULL: .full
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged
      case .SQLITE_BUSY, .SQLITE_LOCKED: .locked
      case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_CANTOPEN, .SQLITE_AUTH: .readOnly
      default: .other
      }
  }
}
