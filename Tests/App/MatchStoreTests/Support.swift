import GRDB
import Glibc
import MatchProtocol
import MatchStore
import Sodium

/// A folder that is removed at the end of a test, with what is in it.
struct TemporaryFolder: ~Copyable {
  let path: String

  init() throws {
    var template = Array("/tmp/tabletooth-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      throw StoreError.unusable(path: "/tmp", errno: errno)
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    guard let stream = unsafe opendir(path) else { return }
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      unsafe unlink("\(path)/\(name)")
    }
    unsafe closedir(stream)
    unsafe rmdir(path)
  }

  /// The store in the folder.
  func store() throws(StoreError) -> MatchStore {
    try MatchStore(in: DataFolder(at: path))
  }

  /// The rights on `name`.
  func mode(_ name: String) -> mode_t {
    var status = stat()
    unsafe stat("\(path)/\(name)", &status)
    return status.st_mode & 0o777
  }

  /// Makes a file of `bytes`.
  func write(_ bytes: [UInt8], to name: String, mode: mode_t = 0o600) {
    let descriptor = unsafe open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    _ = unsafe Glibc.write(descriptor, bytes, bytes.count)
    fchmod(descriptor, mode)
    close(descriptor)
  }

  /// The bytes of the file `name`; none if there is no such file.
  func read(_ name: String) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size(name))
    let descriptor = unsafe open("\(path)/\(name)", O_RDONLY)
    let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
    close(descriptor)
    return Array(bytes.prefix(max(0, count)))
  }

  /// How many bytes the file `name` has.
  func size(_ name: String) -> Int {
    var status = stat()
    guard unsafe stat("\(path)/\(name)", &status) == 0 else { return 0 }
    return Int(status.st_size)
  }

  /// Overwrites the first page of a table, or of an index, of the store.
  func damageFirstPage(of name: String) throws {
    let path = "\(path)/tabletooth.db"
    let page = try DatabaseQueue(path: path).read { database in
      let sql = "SELECT rootpage FROM sqlite_schema WHERE name = '\(name)'"
      return try Int.fetchOne(database, sql: sql) ?? 0
    }
    let descriptor = unsafe open(path, O_WRONLY)
    let noise = [UInt8](repeating: 0xff, count: 4_096)
    _ = unsafe pwrite(descriptor, noise, noise.count, off_t((page - 1) * noise.count))
    close(descriptor)
  }
}

extension SavedMatch {
  /// A match with somebody whose key has this byte everywhere.
  static func sample(
    _ byte: UInt8 = 7,
    seat: Seat = .guest,
    tableName: String? = "Zoë's table"
  ) throws -> SavedMatch {
    SavedMatch(
      session: SessionID(rawValue: UInt128(byte) << 120 | 5),
      seat: seat,
      opponent: try PublicKey([UInt8](repeating: byte, count: 32)),
      opponentName: PlayerName(cleaning: "Zoë 六"),
      table: seat == .guest ? HostLocation(address: "00:00:5E:00:53:01", name: tableName) : nil,
      startedAt: 1_800_000_000
    )
  }
}

extension MatchMessage {
  static let sampleStart = MatchMessage.start(
    MatchMessage.Start(game: "gomoku", rule: "renju", first: .guest)
  )
}

extension JournalEntry {
  /// A move with this ply; the even ones are this player's.
  static func sampleMove(_ ply: Int) -> JournalEntry {
    JournalEntry(
      isMine: ply.isMultiple(of: 2),
      .move(MatchMessage.Move(ply: ply, text: "h8", position: UInt32(ply)))
    )
  }
}
