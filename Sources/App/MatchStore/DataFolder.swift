internal import Glibc

/// The folder for what survives the program, which nobody else may look into.
public struct DataFolder: Hashable, Sendable {
  /// Where it is.
  public let path: String

  /// The folder at `path`, which is made with mode 0700, as are its parents, where there is none.
  ///
  /// - Throws: ``StoreError/unusable(path:errno:)``, and ``StoreError/exposed(path:)``,
  ///   ``StoreError/symbolicLink(path:)`` or ``StoreError/wrongKind(path:isFolderWanted:)`` for
  ///   what is there already.
  public init(at path: String) throws(StoreError) {
    for end in path.indices.dropFirst() where path[end] == "/" {
      // A parent that cannot be made, and is not there, shows in the call for the folder itself.
      _ = unsafe mkdir(String(path[..<end]), 0o700)
    }
    if unsafe mkdir(path, 0o700) != 0, errno != EEXIST {
      throw .unusable(path: path, errno: errno)
    }
    self.path = path
    try Self.check(path, of: S_IFDIR)
  }

  /// The path that the XDG base directory specification gives a program: `tabletooth` in
  /// `$XDG_DATA_HOME`, or in `~/.local/share`.
  ///
  /// Nil where neither that variable nor `HOME` is an absolute path, as the specification wants it.
  public static func standardPath(environment: (String) -> String?) -> String? {
    if let data = environment("XDG_DATA_HOME"), data.hasPrefix("/") { return "\(data)/tabletooth" }
    guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
    return "\(home)/.local/share/tabletooth"
  }

  /// True if this program may write there, and the disk takes it.
  var isWritable: Bool { unsafe access(path, W_OK | X_OK) == 0 }

  /// True if programs can share memory through files there, as SQLite's log needs it.
  ///
  /// Some network file systems cannot.
  var sharesMemory: Bool {
    let path = file("tabletooth.db.\(getpid())-shm")
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    // Whatever keeps it from being made is told by what comes next.
    guard descriptor >= 0 else { return true }
    defer {
      close(descriptor)
      unsafe unlink(path)
    }
    guard ftruncate(descriptor, 1) == 0 else { return true }
    let memory = unsafe mmap(nil, 1, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let memory = unsafe memory, unsafe memory != MAP_FAILED else { return false }
    unsafe munmap(memory, 1)
    return true
  }

  /// The path of `name` in the folder.
  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Checks that `path` is of the kind `type`, belongs to this user, and gives others no right.
  static func check(_ path: String, of type: mode_t) throws(StoreError) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { throw .unusable(path: path, errno: errno) }
    guard status.st_mode & S_IFMT != S_IFLNK else { throw .symbolicLink(path: path) }
    guard status.st_mode & S_IFMT == type else {
      throw .wrongKind(path: path, isFolderWanted: type == S_IFDIR)
    }
    guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
      throw .exposed(path: path)
    }
  }
}
