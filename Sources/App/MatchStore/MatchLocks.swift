internal import Glibc

/// Which matches this program plays, in a file of locks that the kernel takes back when the program
/// ends, also after `kill -9`.
///
/// Match n has byte n of the file, which is empty: locks may lie behind the end. Games at one
/// terminal come after all matches, and byte 0 is shared by all programs in which something is
/// played, or may be soon.
final class MatchLocks: Sendable {
  /// `F_OFD_SETLK` of the Linux kernel's `fcntl.h`, which Glibc shows to GNU C only.
  ///
  /// A lock of this kind belongs to the open file. The older kind would be lost when any part of
  /// the program closes the same file.
  private static let setLock: CInt = 37

  /// Where the locks of games at one terminal begin.
  private static let firstGame: Int64 = 1 << 40

  private let path: String
  private let descriptor: CInt

  init(in folder: DataFolder) throws(StoreError) {
    path = folder.file("playing.lock")
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .unusable(path: path, errno: errno) }
    // If one throws, `deinit` closes the descriptor: nothing more may.
    try DataFolder.check(path, of: S_IFREG)
    // SQLite takes a file system without locks for one that another program holds.
    if !set(F_RDLCK, from: Self.probe, count: 1), let error = Self.missing(errno, in: folder.path) {
      throw error
    }
    _ = set(F_UNLCK, from: Self.probe, count: 1)
  }

  /// The byte that shows whether there are locks.
  private static let probe = firstGame << 1

  /// The failure of a lock with `number`, if it means that the file system has none.
  static func missing(_ number: CInt, in folder: String) -> StoreError? {
    [ENOLCK, ENOSYS, EOPNOTSUPP].contains(number) ? .noLocks(path: folder) : nil
  }

  /// No locks, for a folder that cannot be written: nothing is played from there.
  init(readOnlyIn folder: DataFolder) {
    path = folder.file("playing.lock")
    descriptor = -1
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Makes this program the only one that plays match `id`.
  func take(_ id: SavedMatch.ID) throws(StoreError) {
    guard set(F_WRLCK, id) else { throw failure(where: .beingPlayed(id)) }
  }

  /// Makes this program the only one that plays the game of this number, which is no match.
  func takeGame(_ number: Int64) throws(StoreError) {
    guard set(F_WRLCK, from: Self.firstGame + number, count: 1) else {
      throw failure(where: .beingPlayed(SavedMatch.ID(rawValue: number)))
    }
  }

  /// Lets others play it.
  func releaseGame(_ number: Int64) {
    _ = set(F_UNLCK, from: Self.firstGame + number, count: 1)
  }

  /// Keeps others from taking all locks, until the program ends.
  func share() throws(StoreError) {
    guard set(F_RDLCK, from: 0, count: 1) else { throw failure(where: .inUse(path: path)) }
  }

  /// Does `body` while nobody else does the same; flock(2) has nothing to do with the other locks.
  func alone<Result>(_ body: () throws -> Result) rethrows -> Result {
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    defer { _ = flock(descriptor, LOCK_UN) }
    return try body()
  }

  /// Lets others play it.
  func release(_ id: SavedMatch.ID) {
    // It cannot fail for a lock that is held, and means nothing for another.
    _ = set(F_UNLCK, id)
  }

  /// Keeps all others from playing any match, or says that one is being played.
  func takeAll() -> Bool {
    // A length of 0 goes on without end.
    set(F_WRLCK, from: 0, count: 0)
  }

  /// The reason why a lock was not given: `held`, if another program has it.
  private func failure(where held: StoreError) -> StoreError {
    if descriptor < 0 { return .unusable(path: path, errno: EROFS) }
    return errno == EAGAIN || errno == EACCES ? held : .unusable(path: path, errno: errno)
  }

  private func set(_ kind: CInt, _ id: SavedMatch.ID) -> Bool {
    set(kind, from: id.rawValue, count: 1)
  }

  private func set(_ kind: CInt, from start: Int64, count: Int) -> Bool {
    var lock = flock()
    lock.l_type = Int16(kind)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(start)
    lock.l_len = off_t(count)
    return unsafe fcntl(descriptor, Self.setLock, &lock) == 0
  }
}
