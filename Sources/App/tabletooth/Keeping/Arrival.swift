internal import BoardUI
internal import FileHash
internal import Glibc
internal import MatchProtocol
internal import Phrases

/// A file that comes, as far as it has.
struct Arrival {
  let offer: FileOffer
  private let folder: String
  private let descriptor: Int32
  private let hash = FileHash()
  /// The number of bytes that are here, and were read or written.
  private(set) var count: UInt64 = 0
  /// The number of bytes that were here when it was opened.
  private var found: UInt64 = 0

  /// True if all that was here is part of the hash.
  var isRead: Bool { count >= found }

  /// The path of a file until it is complete: a name that does not depend on what its sender says.
  private static func path(of offer: FileOffer, in folder: String) -> String {
    let digits = Array(offer.hash.prefix(16)).hexadecimal
    return "\(folder)/.tabletooth-\(digits)-\(offer.size).part"
  }

  /// True if a part of it is here already, which somebody has wanted then.
  static func isHere(_ offer: FileOffer, in folder: String) -> Bool {
    unsafe access(path(of: offer, in: folder), W_OK) == 0
  }

  /// The number of bytes that are still to come.
  var missing: UInt64 { offer.size - max(count, found) }

  /// Makes room for a file, or goes on with what is here of it, which ``readOn()`` reads.
  ///
  /// `promised` is the number of bytes that others still need, which have been accepted before.
  init(_ offer: FileOffer, in folder: String, promised: UInt64 = 0) throws(FileTrouble) {
    (self.offer, self.folder) = (offer, folder)
    let path = Self.path(of: offer, in: folder)
    descriptor = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .notWritten(FileStore.reason) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      flock(descriptor, LOCK_EX | LOCK_NB) == 0
    else {
      let reason =
        errno == EWOULDBLOCK
        ? say("another Tabletooth is already receiving this file into that folder")
        : FileStore.reason
      Glibc.close(descriptor)
      throw .notWritten(reason)
    }
    if UInt64(status.st_size) > offer.size {
      ftruncate(descriptor, 0)
    } else {
      found = UInt64(status.st_size)
    }
    do throws(FileTrouble) {
      try checkRoom(besides: promised)
    } catch {
      Glibc.close(descriptor)
      if found == 0 { Self.remove(offer, in: folder) }
      throw error
    }
  }

  /// Reads the next bytes of what is here; nothing may be written before ``isRead``.
  mutating func readOn() {
    let rest = min(found - count, UInt64(FileStore.step))
    let read = FileStore.add(rest, of: descriptor, from: count, to: hash)
    count += read
    if read == 0 { found = count }
  }

  /// The space that stays free on the disk, in bytes, so that the games can still be kept.
  private static let reserve: UInt64 = 64 << 20

  /// Refuses a file for which the disk has no room.
  private func checkRoom(besides promised: UInt64) throws(FileTrouble) {
    var disk = statvfs()
    guard unsafe statvfs(folder, &disk) == 0 else { return }
    let free = UInt64(disk.f_bavail) * UInt64(disk.f_frsize)
    let (need, isAbsurd) = promised.addingReportingOverflow(missing)
    let reserve = min(Self.reserve, need)
    guard !isAbsurd, free >= reserve, need <= free - reserve else {
      throw .notWritten(unsafe String(cString: strerror(ENOSPC)), hasPart: found > 0)
    }
  }

  /// The time for which an unfinished file is kept after its last bytes came: two weeks, in
  /// seconds.
  private static let longestKept = 14 * 24 * 3_600

  /// Removes unfinished files in `folder` that nobody has continued for two weeks.
  static func removeOld(in folder: String, now: Int = time(nil)) {
    guard let stream = unsafe opendir(folder) else { return }
    defer { unsafe closedir(stream) }
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name.hasPrefix(".tabletooth-"), name.hasSuffix(".part") else { continue }
      var status = stat()
      let path = "\(folder)/\(name)"
      guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        status.st_uid == geteuid(), status.st_mtim.tv_sec < now - longestKept
      else { continue }
      unsafe unlink(path)
    }
  }

  /// Writes the next bytes.
  mutating func append(_ bytes: ArraySlice<UInt8>) throws(FileTrouble) {
    var start = 0
    while start < bytes.count {
      let written = unsafe bytes.withUnsafeBytes {
        unsafe pwrite(
          descriptor,
          $0.baseAddress?.advanced(by: start),
          $0.count - start,
          off_t(count)
        )
      }
      guard written > 0 else { throw failure }
      hash.append(bytes.span.extracting(start..<start + written))
      count += UInt64(written)
      start += written
    }
  }

  /// The reason why the last call failed; what is here is lost if somebody has removed it
  /// meanwhile.
  private var failure: FileTrouble {
    let reason = FileStore.reason
    var status = stat()
    let isThere = unsafe fstat(descriptor, &status) == 0 && status.st_nlink > 0
    return .notWritten(reason, hasPart: isThere && count > 0)
  }

  /// Removes what is here of a file with which nobody can go on.
  static func remove(_ offer: FileOffer, in folder: String) {
    _ = unsafe unlink(path(of: offer, in: folder))
  }

  /// Leaves what is here for later.
  ///
  /// The lock goes first: a process that is being started has a copy of the descriptor.
  func close() {
    flock(descriptor, LOCK_UN)
    Glibc.close(descriptor)
  }

  /// Gives the whole file a name that exists nowhere yet.
  ///
  /// - Returns: Its path.
  func store() throws(FileTrouble) -> String {
    defer { close() }
    let part = Self.path(of: offer, in: folder)
    guard hash.finish() == offer.hash else {
      unsafe unlink(part)
      throw .wrongHash
    }
    guard fsync(descriptor) == 0 else { throw failure }
    let name = FileName(cleaning: offer.name)
    for number in 1...9_999 {
      let path = "\(folder)/\(name.text(number))"
      if unsafe link(part, path) == 0 {
        unsafe unlink(part)
        return path
      }
      guard errno == EEXIST else { break }
    }
    throw failure
  }
}
