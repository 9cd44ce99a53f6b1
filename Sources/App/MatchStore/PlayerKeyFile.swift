internal import Glibc
internal import Sodium

/// The file with the key of the folder: 32 bytes, which only the owner may read.
public struct PlayerKeyFile: Sendable {
  private let folder: DataFolder
  let path: String
  let newPath: String

  /// Where it is.
  public var location: String { path }

  /// The file `player.key` in `folder`.
  public init(in folder: DataFolder) {
    self.folder = folder
    path = folder.file("player.key")
    newPath = folder.file("player.key.new")
  }

  /// The key in the file; a new one if there is no file.
  ///
  /// Nothing is made anew where a file is unfit: with another key the owner is a stranger to all
  /// other players.
  ///
  /// - Parameters:
  ///   - isKnown: Whether there are players who know the owner by secrets under the key, so that a
  ///     new one must not take its place.
  ///   - onCreation: Called if the key is new.
  /// - Returns: The key.
  /// - Throws: ``StoreError``, ``StoreError/missingKey(path:)`` among them.
  public func key(
    isKnown: Bool = false,
    onCreation: () -> Void = {}
  ) throws(StoreError) -> StoreKey {
    if let key = try existingKey() { return key }
    guard !isKnown else { throw .missingKey(path: path) }
    let descriptor = unsafe open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unusable(path: folder.path, errno: errno) }
    defer { close(descriptor) }
    // Of two programs that are started for the first time at once, one makes the key, and the other
    // reads it.
    guard flock(descriptor, LOCK_EX) == 0 else { throw .unusable(path: folder.path, errno: errno) }
    if let key = try existingKey() { return key }
    let key = try create()
    // The name is on disk, too, before anybody hears of the key.
    guard fsync(descriptor) == 0 else { throw .unusable(path: folder.path, errno: errno) }
    onCreation()
    return key
  }

  /// The key in the file; nil if there is no file.
  ///
  /// - Throws: ``StoreError``.
  public func existingKey() throws(StoreError) -> StoreKey? {
    guard var bytes = try secret() else { return nil }
    defer { wipe(&bytes) }
    let secret = SecretBytes(copying: bytes)
    guard let pair = try? KeyPair(secret: SecretBytes(copying: secret, range: 0..<bytes.count))
    else { throw .damagedKey(path: path, length: bytes.count) }
    return StoreKey(pair)
  }

  /// The bytes of the key, which whoever asks for them overwrites; nil if there is no file.
  func secret() throws(StoreError) -> [UInt8]? {
    // A pipe in its place must not be waited for.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    if descriptor < 0, errno == ENOENT { return nil }
    if descriptor < 0, errno == ELOOP { throw .symbolicLink(path: path) }
    guard descriptor >= 0 else { throw .unusable(path: path, errno: errno) }
    defer { close(descriptor) }
    try DataFolder.check(path, of: S_IFREG)
    var bytes = [UInt8](repeating: 0, count: KeyPair.secretSize + 1)
    defer { wipe(&bytes) }
    let count = unsafe read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { throw .unusable(path: path, errno: errno) }
    guard count == KeyPair.secretSize else { throw .damagedKey(path: path, length: count) }
    return Array(bytes.prefix(count))
  }

  /// Writes a new key beside the place, makes sure that it is on disk, and moves it there.
  private func create() throws(StoreError) -> StoreKey {
    let pair = KeyPair.generate()
    unsafe unlink(newPath)
    let descriptor = unsafe open(newPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .unusable(path: newPath, errno: errno) }
    defer { close(descriptor) }
    let written = pair.secret.withBytes { span in
      unsafe span.withUnsafeBytes { bytes in
        unsafe write(descriptor, bytes.baseAddress, bytes.count)
      }
    }
    guard written == KeyPair.secretSize, fsync(descriptor) == 0, unsafe rename(newPath, path) == 0
    else {
      throw .unusable(path: newPath, errno: errno)
    }
    return StoreKey(pair)
  }

  /// Overwrites what was read; the key itself is in locked memory.
  func wipe(_ bytes: inout [UInt8]) {
    unsafe explicit_bzero(&bytes, bytes.count)
  }
}
