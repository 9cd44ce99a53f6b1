internal import Glibc
public import MatchProtocol

/// The file with what the player wants to be called, so that it is typed once.
public struct PlayerNameFile: Sendable {
  private let path: String
  private let newPath: String

  /// The file `name` in `folder`.
  public init(in folder: DataFolder) {
    path = folder.file("name")
    newPath = folder.file("name.new")
  }

  /// The name; nil where there is none, or none that can be read as one.
  public func name() -> PlayerName? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = unsafe read(descriptor, &bytes, bytes.count)
    guard count > 0, let text = String(validating: bytes[..<count], as: UTF8.self) else {
      return nil
    }
    return PlayerName(text)
  }

  /// Keeps `name`, in place of another one.
  ///
  /// - Throws: ``StoreError/unusable(path:errno:)``.
  public func keep(_ name: PlayerName) throws(StoreError) {
    guard name != self.name() else { return }
    unsafe unlink(newPath)
    let descriptor = unsafe open(newPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .unusable(path: newPath, errno: errno) }
    defer { close(descriptor) }
    let bytes = Array(name.description.utf8)
    guard unsafe write(descriptor, bytes, bytes.count) == bytes.count,
      unsafe rename(newPath, path) == 0
    else { throw .unusable(path: newPath, errno: errno) }
  }
}
