internal import GRDB
internal import Glibc
internal import MatchProtocol
package import Sodium

/// The player's key as a backup holds it: sealed under a passphrase.
public struct SealedKey: Hashable, Sendable {
  /// How the passphrase becomes a key.
  package let passphrase: PassphraseKey
  /// The player's secret key, sealed; the salt is never used twice, so the nonce is all zeros.
  public let sealed: [UInt8]

  private static let nonce = [UInt8](repeating: 0, count: ChaChaPoly.nonceSize)
  /// What the key is sealed for.
  private static let purpose = Array("Tabletooth backup".utf8)

  /// Seals `secret` under `passphrase`; nil where there is not enough memory for it.
  public init?(sealing secret: [UInt8], under passphrase: String) {
    self.passphrase = PassphraseKey()
    guard let key = self.passphrase.key(of: passphrase),
      let sealed = try? ChaChaPoly.seal(
        secret,
        additionalData: Self.purpose,
        nonce: Self.nonce,
        key: key
      )
    else { return nil }
    self.sealed = sealed
  }

  init(_ passphrase: PassphraseKey, _ sealed: [UInt8]) {
    (self.passphrase, self.sealed) = (passphrase, sealed)
  }

  /// The secret key; nil for a wrong passphrase.
  public func secret(by passphrase: String) -> [UInt8]? {
    guard let key = self.passphrase.key(of: passphrase) else { return nil }
    return try? ChaChaPoly.open(
      sealed,
      additionalData: Self.purpose,
      nonce: Self.nonce,
      key: key
    )
  }
}

/// A file with all that is kept: a database with one table more, which says that it is a backup.
public struct StoreBackup: Sendable {
  /// Where the file is.
  public let path: String
  /// The player's key, if it is in there.
  public let key: SealedKey?

  fileprivate static let table = """
    CREATE TABLE backup (
      madeAt INTEGER NOT NULL, salt TEXT, passes INTEGER, kibibytes INTEGER, sealed TEXT
    ) STRICT
    """

  /// A salt has 32 digits, and a sealed key 96.
  private static let query = """
    SELECT substr(salt, 1, 256) AS salt, passes, kibibytes, substr(sealed, 1, 256) AS sealed
      FROM backup LIMIT 1
    """

  /// Looks at the file at `path`.
  ///
  /// - Throws: ``StoreError/notBackup(path:)``, or ``StoreError/unreadable(path:errno:)``.
  public init(at path: String) throws(StoreError) {
    self.path = path
    guard unsafe access(path, R_OK) == 0 else { throw .unreadable(path: path, errno: errno) }
    let found = try? Schema.openForeign(path, isReadOnly: true).read { database in
      guard try Schema.isKnown(database, with: Self.table) else { return nil as Row? }
      let words = try String.fetchAll(database, sql: "PRAGMA integrity_check(1)")
      // SQLite reads over what stands behind the last page.
      let pages = try Int64.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      let size = try Int64.fetchOne(database, sql: "PRAGMA page_size") ?? 0
      let row = try Row.fetchOne(database, sql: Self.query)
      return words == ["ok"] && pages * size == Self.length(of: path) ? row : nil
    }
    guard let row = found ?? nil else { throw .notBackup(path: path) }
    let columns = Columns(of: row, in: "backup")
    guard let salt: String = try columns["salt"] else {
      key = nil
      return
    }
    let sealed: String = try columns["sealed"]
    guard let salt = [UInt8](hexadecimal: salt), let sealed = [UInt8](hexadecimal: sealed),
      let passphrase = PassphraseKey(
        salt: salt,
        passes: try columns["passes"],
        kibibytes: try columns["kibibytes"]
      )
    else { throw .notBackup(path: path) }
    key = SealedKey(passphrase, sealed)
  }

  /// The number of bytes the file at `path` has; 0 where there is none.
  private static func length(of path: String) -> Int64 {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int64(status.st_size) : 0
  }

  fileprivate static func mark(_ path: String, _ key: SealedKey?, at time: Int64) throws {
    try DatabaseQueue(path: path).write { database in
      try database.execute(sql: table)
      try database.execute(
        sql: "INSERT INTO backup VALUES (?, ?, ?, ?, ?)",
        arguments: [
          time, key?.passphrase.salt.hexadecimal, key?.passphrase.passes, key?.passphrase.kibibytes,
          key?.sealed.hexadecimal,
        ]
      )
    }
  }
}

extension MatchStore {
  /// Copies all that is kept into a new file at `path`, which only the owner may read.
  ///
  /// Matches may be played meanwhile.
  ///
  /// - Parameters:
  ///   - path: Where nothing is yet.
  ///   - key: The player's key, if it is to be in there.
  ///   - time: Now, in seconds since 1970, UTC.
  /// - Throws: ``StoreError/present(path:)`` and other cases of ``StoreError``; then there is no
  ///   file, or the one that was there.
  public func backUp(to path: String, with key: SealedKey?, at time: Int64) throws(StoreError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw errno == EEXIST ? .present(path: path) : .unusable(path: path, errno: errno)
    }
    close(descriptor)
    do {
      try copy(to: path)
      try Self.wrapping(path) { try StoreBackup.mark(path, key, at: time) }
    } catch {
      unsafe unlink(path)
      throw error
    }
  }

  /// Puts the backup in the place of the store in `folder`, which is set aside if there is one.
  ///
  /// - Returns: Where the store is now that was there before; nil if there was none.
  /// - Throws: ``StoreError/inUse(path:)`` while a match is played from the store, and the other
  ///   cases of ``StoreError``; then nothing has changed.
  public static func restore(
    _ backup: StoreBackup,
    in folder: DataFolder
  ) throws(StoreError) -> String? {
    let path = folder.file("tabletooth.db")
    let locks = try MatchLocks(in: folder)
    guard locks.takeAll() else { throw .inUse(path: path) }
    let new = folder.file("tabletooth.db.restoring")
    unsafe unlink(new)
    let descriptor = unsafe open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .unusable(path: new, errno: errno) }
    close(descriptor)
    try wrapping(new) {
      let isKnown = { (database: Database) in
        try Schema.isKnown(database, with: StoreBackup.table)
      }
      let queue = try Schema.openForeign(backup.path, isReadOnly: true)
      // The file may be another one now than the one that was looked at, and another one again.
      guard try queue.read(isKnown) else { throw StoreError.notBackup(path: backup.path) }
      try queue.vacuum(into: new)
      let copy = try Schema.openForeign(new)
      guard try copy.read(isKnown) else { throw StoreError.notBackup(path: backup.path) }
      try copy.write { try $0.execute(sql: "DROP TABLE backup") }
      try Schema.migrator.migrate(copy)
      guard try copy.read(Schema.isOwn) else { throw StoreError.notBackup(path: backup.path) }
      try copy.close()
    }
    let isThere = unsafe access(path, F_OK) == 0
    let aside = isThere ? try folder.setAsideDatabase(as: "before-restore") : nil
    guard unsafe rename(new, path) == 0 else { throw .unusable(path: path, errno: errno) }
    return aside
  }

  private static func wrapping(
    _ path: String,
    _ body: () throws -> Void
  ) throws(StoreError) {
    do {
      try body()
    } catch {
      throw wrap(error, path)
    }
  }
}
