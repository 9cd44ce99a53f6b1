internal import BoardUI
internal import Dispatch
internal import FileHash
internal import Glibc
internal import MatchPlay
internal import MatchProtocol
internal import Phrases
internal import QueueExecutor
internal import Synchronization

/// The files that are sent and received, on disk.
///
/// What is received is in a hidden file with the hash in its name until it is whole and right, so
/// that another program goes on with it after a kill or a reboot. It gets a name that exists
/// nowhere yet, and nobody else may read it.
///
/// All of it happens on a queue of its own, in short steps: a slow disk, or a large file whose hash
/// is computed, holds up neither keys nor packets, and no other file for long.
actor FileStore {
  /// An own file that is read.
  private struct Source {
    let descriptor: Int32
    let name: String
    let size: UInt64
    /// The hash of its first ``hashed`` bytes.
    let hash = FileHash()
    var hashed: UInt64 = 0
  }

  /// The number of bytes that are read in one step.
  static let step = 1 << 20
  /// The number of bytes that may wait to be written.
  ///
  /// The sender of a file waits for the disk before that, unless its program does not know how.
  private static let mostWaiting = 32 << 20

  /// Has the queue do something, soon.
  typealias Enqueueing = @Sendable (DispatchQueue, @escaping @Sendable () -> Void) -> Void

  private let executor = QueueExecutor(label: "tabletooth.files")
  private let enqueue: Enqueueing
  private let waiting = Mutex(0)
  private let folder: String
  /// True if the folder was not named, so that it is made if it does not exist.
  private let isUsualFolder: Bool
  private let tell: @Sendable (WorkResult) -> Void
  private var sources: [UInt32: Source] = [:]
  /// The files that come, each with the number of its opening.
  private var arrivals: [UInt32: (arrival: Arrival, opening: Int)] = [:]
  private var openings = 0
  /// The hashes of the files that the player wants no more of.
  private var declined: Set<[UInt8]> = []
  /// The files of which something may have come.
  private var arrived: Set<UInt32> = []

  /// The queue of the files.
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// A store whose files go into `folder`, or where downloads go.
  ///
  /// - Parameters:
  ///   - folder: Where files go.
  ///   - enqueue: Has the queue of the files do the steps, one after another.
  ///   - tell: Hears what comes of it.
  init(
    into folder: String?,
    enqueue: @escaping Enqueueing = { $0.async(execute: $1) },
    tell: @escaping @Sendable (WorkResult) -> Void
  ) {
    self.enqueue = enqueue
    self.folder = Self.absolute(folder ?? DownloadFolder.path)
    isUsualFolder = folder == nil
    self.tell = tell
  }

  /// Looks at the file at `path`, and offers it.
  nonisolated func prepare(_ path: String) { later { $0.offer(path) } }

  /// Removes what has come of a file whose sender has nothing any more to go on with.
  nonisolated func discard(_ offer: FileOffer) { later { $0.remove(offer) } }

  /// Does what a table orders, and tells what comes of it.
  nonisolated func perform(_ change: FileChange) {
    guard case .append(let part) = change else { return later { $0.carryOut(change) } }
    let bytes = part.content.count
    let hasRoom = waiting.withLock { count in
      guard count + bytes <= Self.mostWaiting else { return false }
      count += bytes
      return true
    }
    guard hasRoom else { return later { $0.giveUp(part.file) } }
    later { store in
      store.append(part)
      store.waiting.withLock { $0 -= bytes }
    }
  }

  /// Runs `work` behind all that was asked for before.
  private nonisolated func later(_ work: @escaping @Sendable (isolated FileStore) -> Void) {
    enqueue(executor.queue) { self.assumeIsolated(work) }
  }

  /// The same folder, wherever the path is read.
  private static func absolute(_ folder: String) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    guard unsafe realpath(folder, &buffer) != nil else { return folder }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  // MARK: Own files

  /// The reason why the file at `path` cannot be sent; nil if it can.
  static func trouble(with path: String) -> String? {
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return FileStrings.unreadable(path, reason) }
    defer { Glibc.close(descriptor) }
    return size(of: descriptor) == nil ? FileStrings.noRegularFile(path) : nil
  }

  /// The number of bytes an open file has; nil if it is a folder, a device, or one that the kernel
  /// makes up, which has no size and something in it.
  private static func size(of descriptor: Int32) -> UInt64? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return status.st_size > 0 || read(descriptor, 0, 1).isEmpty ? UInt64(status.st_size) : nil
  }

  private func offer(_ path: String) {
    guard !path.isEmpty else { return tell(.fileProblem(say("Name the file: send FILE"))) }
    let isHome = path.hasPrefix("~/")
    let home = Environment.variable("HOME") ?? ""
    let path = isHome ? home + path.dropFirst() : path
    // Without waiting for a pipe that nobody writes to.
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      return tell(.fileProblem(FileStrings.unreadable(path, Self.reason)))
    }
    guard let size = Self.size(of: descriptor) else {
      Glibc.close(descriptor)
      return tell(.fileProblem(FileStrings.noRegularFile(path)))
    }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    var file = UInt32.random(in: 1 ... .max)
    while sources[file] != nil { file &+= 1 }
    sources[file] = Source(descriptor: descriptor, name: name, size: size)
    hash(file)
  }

  /// Computes more of the hash of an own file, and offers it once it is whole.
  private func hash(_ file: UInt32) {
    guard var source = sources[file] else { return }
    guard source.hashed < source.size else {
      let (name, size) = (Self.short(source.name), source.size)
      return tell(
        .file(.offer(FileOffer(file: file, name: name, size: size, hash: source.hash.finish())))
      )
    }
    let count = min(source.size - source.hashed, UInt64(Self.step))
    let read = Self.add(count, of: source.descriptor, from: source.hashed, to: source.hash)
    guard read > 0 else {
      forget(file)
      return tell(.fileProblem(FileStrings.unreadable(source.name, FileStrings.changed)))
    }
    source.hashed += read
    sources[file] = source
    later { $0.hash(file) }
  }

  private func forget(_ file: UInt32) {
    if let source = sources.removeValue(forKey: file) { Glibc.close(source.descriptor) }
  }

  /// As much of a name as may be sent.
  private static func short(_ name: String) -> String {
    var short = ""
    for character in name {
      guard short.utf8.count + character.utf8.count <= FileOffer.longestName else { break }
      short.append(character)
    }
    return short.isEmpty ? "file" : short
  }

  /// At most `count` bytes from `offset` on; none at the end, or if they cannot be read.
  static func read(_ descriptor: Int32, _ offset: UInt64, _ count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { bytes, length in
      length = unsafe max(pread(descriptor, bytes.baseAddress, count, off_t(offset)), 0)
    }
  }

  /// The number of bytes that are read for a hash at a time: they stay near the processor.
  private static let hashed = 65_536

  /// Reads at most `count` bytes from `offset` on, and adds them to `hash`.
  ///
  /// - Returns: Their number; 0 at the end, or if they cannot be read.
  static func add(
    _ count: UInt64,
    of descriptor: Int32,
    from offset: UInt64,
    to hash: FileHash
  ) -> UInt64 {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: hashed) { buffer in
      var done: UInt64 = 0
      while done < count {
        let wanted = Int(min(count - done, UInt64(hashed)))
        let read = unsafe pread(descriptor, buffer.baseAddress, wanted, off_t(offset + done))
        guard read > 0 else { break }
        unsafe hash.append(Span(_unsafeElements: buffer.prefix(read)))
        done += UInt64(read)
      }
      return done
    }
  }

  /// The reason why the last call failed.
  static var reason: String { unsafe String(cString: strerror(errno)) }

  /// The reason why no file can be written into `folder`, or where they go without one; nil if it
  /// can.
  static func trouble(withFolder folder: String?) -> String? {
    let path = folder ?? DownloadFolder.path
    if folder == nil { DownloadFolder.make(path) }
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return FileStrings.unfitFolder(path, reason) }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      return FileStrings.unfitFolder(path, unsafe String(cString: strerror(ENOTDIR)))
    }
    guard unsafe access(path, W_OK | X_OK) == 0 else {
      return FileStrings.unfitFolder(path, reason)
    }
    return nil
  }

  private func remove(_ offer: FileOffer) {
    guard arrived.contains(offer.file) else { return }
    close(arrival: offer.file)
    Arrival.remove(offer, in: folder)
  }

  private func close(arrival file: UInt32) {
    arrivals.removeValue(forKey: file)?.arrival.close()
  }

  // MARK: What is ordered

  private func carryOut(_ change: FileChange) {
    switch change {
    case .offered(let offer): look(for: offer)
    case .open(let offer): open(offer)
    case .append(let part): append(part)
    case .finish(let file): finish(file)
    case .close(let file, true): forget(file)
    case .close(let file, false): close(arrival: file)
    case .closeAll: closeAll()
    case .decline(let file): decline(file)
    case .read(let file, let offset, let count): read(file, offset, count)
    }
  }

  private func closeAll() {
    for file in sources.keys { forget(file) }
    for file in arrivals.keys { close(arrival: file) }
  }

  /// Does no more with a file that the player does not want.
  private func decline(_ file: UInt32) {
    guard let offer = arrivals[file]?.arrival.offer else { return }
    declined.insert(offer.hash)
    close(arrival: file)
  }

  private func read(_ file: UInt32, _ offset: UInt64, _ count: Int) {
    guard let source = sources[file] else { return }
    let bytes = Self.read(source.descriptor, offset, count)
    // Fewer than were there when it was offered.
    tell(
      bytes.count == count
        ? .file(.read(file, offset: offset, bytes))
        : .file(.failed(file, isMine: true, FileStrings.changed))
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
    if isUsualFolder { DownloadFolder.make(folder) }
    Arrival.removeOld(in: folder)
    close(arrival: offer.file)
    do throws(FileTrouble) {
      openings += 1
      // Those that were accepted together have room together.
      let promised = arrivals.values.reduce(UInt64(0)) { $0 &+ $1.arrival.missing }
      let arrival = try Arrival(offer, in: folder, promised: promised)
      arrivals[offer.file] = (arrival, openings)
      declined.remove(offer.hash)
      arrived.insert(offer.file)
      readOn(offer.file, openings)
    } catch {
      tell(.file(.failed(offer.file, isMine: false, error.line)))
    }
  }

  /// Reads more of what is here of a file, and tells how much that is once all was read.
  private func readOn(_ file: UInt32, _ opening: Int) {
    guard arrivals[file]?.opening == opening, let arrival = arrivals[file]?.arrival else { return }
    guard !arrival.isRead else { return tell(.file(.opened(file, arrival.count))) }
    arrivals[file]?.arrival.readOn()
    later { $0.readOn(file, opening) }
  }

  private func append(_ part: FilePart) {
    guard let before = arrivals[part.file]?.arrival, before.isRead else { return }
    do throws(FileTrouble) {
      try arrivals[part.file]?.arrival.append(part.content)
      let count = before.count + UInt64(part.content.count)
      if count / UInt64(Self.step) > before.count / UInt64(Self.step) {
        tell(.file(.written(part.file, count)))
      }
    } catch {
      tell(.file(.failed(part.file, isMine: false, error.line)))
    }
  }

  /// Takes no more of a file that comes faster than it can be written.
  private func giveUp(_ file: UInt32) {
    guard arrivals[file] != nil else { return }
    close(arrival: file)
    let trouble = FileTrouble.notWritten(say("the disk is too slow"), hasPart: true)
    tell(.file(.failed(file, isMine: false, trouble.line)))
  }

  private func finish(_ file: UInt32) {
    guard let arrival = arrivals.removeValue(forKey: file)?.arrival else { return }
    do throws(FileTrouble) {
      tell(.file(.stored(arrival.offer, path: try arrival.store())))
    } catch {
      tell(.file(.failed(file, isMine: false, error.line)))
    }
  }
}

/// A fault of a file that comes.
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
