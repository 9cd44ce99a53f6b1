internal import BoardUI
internal import Dispatch
internal import Glibc
internal import MatchPlay
internal import MatchProtocol
internal import Sodium

/// The files that go forth and back, on disk.
///
/// What is received is in a hidden file with the hash in its name until it is whole and right, so
/// that another program goes on with it after a kill or a reboot. It gets a name that exists
/// nowhere yet, and nobody else may read it.
@MainActor
final class FileDesk {
  /// An own file that is read.
  private struct Source {
    let descriptor: Int32
    let name: String
  }

  private let folder: String
  private let tell: @Sendable (AppEvent) -> Void
  private var sources: [UInt32: Source] = [:]
  private var arrivals: [UInt32: Arrival] = [:]
  /// The hashes of the files that the player wants no more of.
  private var declined: Set<[UInt8]> = []
  /// The files of which something may have come.
  private var arrived: Set<UInt32> = []
  private let reader = DispatchQueue(label: "files")

  /// A desk whose files go into `folder`, or where downloads go; `tell` hears what comes of it.
  init(into folder: String?, tell: @escaping @Sendable (AppEvent) -> Void) {
    self.folder = Self.absolute(folder ?? Self.usualFolder)
    self.tell = tell
  }

  /// The same folder, wherever the path is read.
  private static func absolute(_ folder: String) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    guard unsafe realpath(folder, &buffer) != nil else { return folder }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The user's folder for downloads where there is one, or else the working directory.
  private nonisolated static var usualFolder: String {
    let home = PlayerOptions.variable("HOME").map { $0 + "/Downloads" }
    let folders = [PlayerOptions.variable("XDG_DOWNLOAD_DIR"), home].compactMap(\.self)
    return folders.first { unsafe access($0, W_OK | X_OK) == 0 } ?? "."
  }

  // MARK: Own files

  /// Why the file at `path` cannot be sent; nil if it can.
  nonisolated static func trouble(with path: String) -> String? {
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return FileStrings.unreadable(path, reason) }
    defer { Glibc.close(descriptor) }
    return size(of: descriptor) == nil ? FileStrings.noRegularFile(path) : nil
  }

  /// How many bytes an open file has; nil if it is a folder, a device, or one that the kernel makes
  /// up, which has no size and something in it.
  private nonisolated static func size(of descriptor: Int32) -> UInt64? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return status.st_size > 0 || read(descriptor, 0, 1).isEmpty ? UInt64(status.st_size) : nil
  }

  /// Looks at the file at `path`, and offers it.
  func prepare(_ path: String) {
    let tell = tell
    guard !path.isEmpty else { return tell(.fileProblem(FileStrings.noFile)) }
    let isHome = path.hasPrefix("~/")
    let home = PlayerOptions.variable("HOME") ?? ""
    let path = isHome ? home + path.dropFirst() : path
    // Without waiting for a pipe that nobody writes to.
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      return tell(.fileProblem(FileStrings.unreadable(path, Self.reason)))
    }
    guard let size = Self.size(of: descriptor) else {
      close(descriptor)
      return tell(.fileProblem(FileStrings.noRegularFile(path)))
    }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    var file = UInt32.random(in: 1 ... .max)
    while sources[file] != nil { file &+= 1 }
    sources[file] = Source(descriptor: descriptor, name: name)
    reader.async { [file] in
      guard let hash = Self.hash(of: descriptor, size: size) else {
        return tell(.fileProblem(FileStrings.unreadable(name, FileStrings.changed)))
      }
      let offer = FileOffer(file: file, name: Self.short(name), size: size, hash: hash)
      tell(.file(.offer(offer)))
    }
  }

  /// As much of a name as may be sent.
  private nonisolated static func short(_ name: String) -> String {
    var short = ""
    for character in name {
      guard short.utf8.count + character.utf8.count <= FileOffer.longestName else { break }
      short.append(character)
    }
    return short.isEmpty ? "file" : short
  }

  /// SHA-256 of the first `size` bytes; nil if there are fewer.
  private nonisolated static func hash(of descriptor: Int32, size: UInt64) -> [UInt8]? {
    var stream = SHA256.Stream()
    var offset: UInt64 = 0
    while offset < size {
      let bytes = read(descriptor, offset, Int(min(size - offset, 1 << 20)))
      guard !bytes.isEmpty else { return nil }
      stream.append(bytes)
      offset += UInt64(bytes.count)
    }
    return stream.hash
  }

  /// At most `count` bytes from `offset` on; none at the end, or if they cannot be read.
  nonisolated static func read(_ descriptor: Int32, _ offset: UInt64, _ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let got = unsafe pread(descriptor, &bytes, count, off_t(offset))
    return Array(bytes.prefix(max(got, 0)))
  }

  /// Why the last call failed.
  nonisolated static var reason: String { unsafe String(cString: strerror(errno)) }

  /// Why no file can be written into `folder`, or where they go without one; nil if it can.
  nonisolated static func trouble(withFolder folder: String?) -> String? {
    let folder = folder ?? usualFolder
    var status = stat()
    guard unsafe stat(folder, &status) == 0 else { return FileStrings.unfitFolder(folder, reason) }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      return FileStrings.unfitFolder(folder, unsafe String(cString: strerror(ENOTDIR)))
    }
    guard unsafe access(folder, W_OK | X_OK) == 0 else {
      return FileStrings.unfitFolder(folder, reason)
    }
    return nil
  }

  /// Removes what has come of a file whose sender has nothing any more to go on with.
  func discard(_ offer: FileOffer) {
    guard arrived.contains(offer.file) else { return }
    arrivals.removeValue(forKey: offer.file)?.close()
    Arrival.remove(offer, in: folder)
  }

  // MARK: What is ordered

  /// Does what a table orders, and tells what comes of it.
  func perform(_ change: FileChange) {
    switch change {
    case .offered(let offer): look(for: offer)
    case .open(let offer): open(offer)
    case .append(let part): append(part)
    case .finish(let file): finish(file)
    case .close(let file, true):
      if let source = sources.removeValue(forKey: file) { Glibc.close(source.descriptor) }
    case .close(let file, false): arrivals.removeValue(forKey: file)?.close()
    case .decline(let file): decline(file)
    case .read(let file, let offset, let count): read(file, offset, count)
    }
  }

  /// Does no more with a file that the player does not want.
  private func decline(_ file: UInt32) {
    guard let arrival = arrivals.removeValue(forKey: file) else { return }
    declined.insert(arrival.offer.hash)
    arrival.close()
  }

  private func read(_ file: UInt32, _ offset: UInt64, _ count: Int) {
    guard let source = sources[file] else { return }
    let bytes = Self.read(source.descriptor, offset, count)
    // Fewer than were there when it was offered.
    tell(
      bytes.count == count
        ? .file(.read(file, bytes)) : .file(.failed(file, isMine: true, FileStrings.changed))
    )
  }

  /// Goes on with a file of which something is here, or has the player asked.
  private func look(for offer: FileOffer) {
    if Arrival.isHere(offer, in: folder), !declined.contains(offer.hash) {
      open(offer)
    } else {
      tell(.file(.unknown(offer.file)))
    }
  }

  private func open(_ offer: FileOffer) {
    Arrival.removeOld(in: folder)
    do throws(FileTrouble) {
      let arrival = try Arrival(offer, in: folder)
      arrivals[offer.file] = arrival
      declined.remove(offer.hash)
      arrived.insert(offer.file)
      tell(.file(.opened(offer.file, arrival.count)))
    } catch {
      tell(.file(.failed(offer.file, isMine: false, error.line)))
    }
  }

  private func append(_ part: FilePart) {
    do throws(FileTrouble) {
      try arrivals[part.file]?.append(part.content)
    } catch {
      tell(.file(.failed(part.file, isMine: false, error.line)))
    }
  }

  private func finish(_ file: UInt32) {
    guard let arrival = arrivals.removeValue(forKey: file) else { return }
    do throws(FileTrouble) {
      tell(.file(.stored(file, path: try arrival.store())))
    } catch {
      tell(.file(.failed(file, isMine: false, error.line)))
    }
  }
}

/// What is wrong with a file that comes.
enum FileTrouble: Error {
  /// It cannot be written.
  case notWritten(String, hasPart: Bool = false)
  /// It is not what was offered.
  case wrongHash

  var line: String {
    switch self {
    case .notWritten(let reason, let hasPart): FileStrings.notWritten(reason, hasPart: hasPart)
    case .wrongHash: FileStrings.wrongHash
    }
  }
}

/// The name of a file that is safe in any folder.
struct FileName: Hashable {
  /// How long a name may be, in bytes: room is left for a number.
  private static let longest = 200
  /// Letters and signs of Unicode that show nothing: the fillers of Hangul, and the empty pattern
  /// of Braille.
  private static let blanks: Set<Character> = [
    "\u{115F}", "\u{1160}", "\u{3164}", "\u{FFA0}", "\u{2800}",
  ]
  private let stem: String
  private let ending: String

  /// What of `text` makes a name: the part behind the last slash or backslash, without characters
  /// that are not seen, and none that hides the file or means something to a shell or a system.
  init(cleaning text: String) {
    let last = text.split(omittingEmptySubsequences: false) { "/\\".contains($0) }.last ?? ""
    let seen = PrintableLine.clean(String(last)).filter { !Self.blanks.contains($0) }
    var clean = seen.map { ":*?\"<>|".contains($0) ? "_" : $0 }[...]
    while let first = clean.first, ".-~ ".contains(first) { clean = clean.dropFirst() }
    while let end = clean.last, ". ".contains(end) { clean = clean.dropLast() }
    while String(clean).utf8.count > Self.longest { clean = clean.dropLast() }
    let name = String(clean)
    let dot = name.lastIndex(of: ".")
    if Self.isReserved(name) {
      (stem, ending) = ("file" + (name.isEmpty ? "" : "-" + name), "")
    } else if let dot, dot > name.startIndex, name[dot...].count <= 12 {
      (stem, ending) = (String(name[..<dot]), String(name[dot...]))
    } else {
      (stem, ending) = (name, "")
    }
  }

  /// Whether the name means something to a system.
  private static func isReserved(_ name: String) -> Bool {
    let base = name.prefix { $0 != "." }.uppercased()
    let isPort = base.count == 4 && (base.hasPrefix("COM") || base.hasPrefix("LPT"))
    return isPort || ["", "CON", "PRN", "AUX", "NUL"].contains(base)
  }

  /// The name, or the one after `number` - 1 others of the kind.
  func text(_ number: Int = 1) -> String {
    number == 1 ? stem + ending : "\(stem) (\(number))\(ending)"
  }
}
