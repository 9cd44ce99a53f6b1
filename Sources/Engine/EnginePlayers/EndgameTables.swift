internal import GameSearch
internal import Glibc

/// The endgame tables of Liuzhou chess in the user's cache, which are built when they are first
/// needed.
struct EndgameTables {
  /// Which endings are kept.
  let extent: LiuzhouEndgames.Extent
  private let folder: String?

  /// The tables in the folder that the XDG base directory specification names for what can be made
  /// again.
  ///
  /// - Parameters:
  ///   - extent: which endings.
  ///   - environment: the value of an environment variable.
  init(
    _ extent: LiuzhouEndgames.Extent = .threes,
    environment: (String) -> String? = { name in
      unsafe getenv(name).map { unsafe String(cString: $0) }
    }
  ) {
    self.extent = extent
    if let cache = environment("XDG_CACHE_HOME"), cache.hasPrefix("/") {
      folder = "\(cache)/tabletooth"
    } else if let home = environment("HOME"), home.hasPrefix("/") {
      folder = "\(home)/.cache/tabletooth"
    } else {
      folder = nil
    }
  }

  /// The path of the tables; nil if nothing names a folder.
  var path: String? { folder.map { "\($0)/liuzhou-endgames-\(extent.rawValue).table" } }

  /// The tables from the cache, or new ones, which are then kept there.
  ///
  /// - Parameters:
  ///   - say: told one line if the file was damaged, and one if new tables cannot be kept.
  ///   - progress: told what part is done while they are built, from 0 to 1.
  ///   - shouldStop: asked while they are built.
  /// - Returns: the tables, or nil after a stop.
  func load(
    say: (String) -> Void,
    progress: (Double) -> Void = { _ in },
    shouldStop: () -> Bool = { false }
  ) -> LiuzhouEndgames? {
    if let tables = kept(say: { say("\($0); they are built anew.") }) { return tables }
    let built = LiuzhouEndgames.build(extent, progress: progress, shouldStop: shouldStop)
    if let built, let path, let folder, let failure = Self.keep(built.encoded, path, in: folder) {
      say("The endgame tables cannot be kept in \(path): \(failure).")
    }
    return built
  }

  /// The tables from the cache; nil where there are none that can be used, and `say` is told why if
  /// the file is damaged.
  func kept(say: (String) -> Void) -> LiuzhouEndgames? {
    guard let path, let bytes = Self.contents(of: path, atMost: 1 << 28) else { return nil }
    do {
      let tables = try LiuzhouEndgames(decoding: bytes)
      return tables.extent == extent ? tables : nil
    } catch {
      say("The endgame tables in \(path) are damaged (\(error.reason))")
      return nil
    }
  }

  /// The bytes of the file, or nil where it cannot be read.
  private static func contents(of path: String, atMost limit: Int) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    let size = min(Int(status.st_size), limit)
    return unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let more = unsafe read(descriptor, buffer.baseAddress?.advanced(by: count), size - count)
        if more < 0, errno == EINTR { continue }
        guard more > 0 else { return }
        count += more
      }
    }
  }

  /// Writes `bytes` beside the place, and moves them there when they are on the disk.
  ///
  /// - Returns: what went wrong, or nil.
  private static func keep(_ bytes: [UInt8], _ path: String, in folder: String) -> String? {
    makeFolders(folder)
    let newPath = "\(path).\(getpid())"
    unsafe unlink(newPath)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let descriptor = unsafe open(newPath, flags, 0o600)
    guard descriptor >= 0 else { return reason() }
    defer { close(descriptor) }
    guard write(bytes, to: descriptor), fsync(descriptor) == 0, unsafe rename(newPath, path) == 0
    else {
      let failure = reason()
      unsafe unlink(newPath)
      return failure
    }
    return nil
  }

  /// Makes `folder` and those above it, for this user alone; what is there stays as it is.
  private static func makeFolders(_ folder: String) {
    var path = ""
    for name in folder.split(separator: "/") {
      path += "/\(name)"
      _ = unsafe mkdir(path, 0o700)
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private static func reason() -> String {
    unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
  }
}

extension EndgameTables {
  /// A line that is drawn anew on a terminal while tables are built, and nothing elsewhere.
  struct ProgressBar {
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private var drawn = -1

    /// Draws what part is done, from 0 to 1; at the end the line is cleared.
    mutating func draw(_ part: Double) {
      let percent = Int(part * 100)
      guard isTerminal, percent != drawn else { return }
      drawn = percent
      let full = percent / 5
      let bar = String(repeating: "#", count: full) + String(repeating: ".", count: 20 - full)
      let text = part >= 1 ? "\r\u{1B}[K" : "\rendgames of Liuzhou chess [\(bar)] \(percent) %"
      var bytes = Array(text.utf8)
      _ = unsafe Glibc.write(STDERR_FILENO, &bytes, bytes.count)
    }
  }
}

extension EndgameTableError {
  /// The cause, for a sentence.
  fileprivate var reason: String {
    switch self {
    case .otherFormat: "not of this version"
    case .wrongLength(let expected, let actual): "\(actual) bytes, not \(expected)"
    case .wrongChecksum: "the checksum differs"
    }
  }
}
