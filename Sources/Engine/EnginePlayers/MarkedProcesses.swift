internal import Glibc

/// Processes that an engine has started, wherever they have gone since.
///
/// One that leaves the engine's process group, or whose parent has ended, still has the environment
/// with which it began.
enum MarkedProcesses {
  /// How often they are looked for again: one that ends may have started another meanwhile.
  private static let rounds = 8

  /// The size of an environment that is read, in bytes.
  private static let longestEnvironment = 1 << 20

  /// Ends all with `mark` in their environment, as `NAME=VALUE`.
  static func end(_ mark: String) {
    for _ in 0..<rounds {
      let found = all(with: mark)
      guard !found.isEmpty else { return }
      for process in found { kill(process, SIGKILL) }
    }
  }

  /// The processes with `mark` in their environment that are not being ended already.
  private static func all(with mark: String) -> [pid_t] {
    guard let stream = unsafe opendir("/proc") else { return [] }
    defer { unsafe closedir(stream) }
    let mark = [0] + Array(mark.utf8) + [0]
    var found: [pid_t] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard let process = pid_t(name), process != getpid() else { continue }
      let environment = [0] + environment(of: process)
      if environment.firstRange(of: mark) != nil { found.append(process) }
    }
    return found
  }

  /// The environment of a process; empty for one of another user, or that has ended.
  private static func environment(of process: pid_t) -> [UInt8] {
    let descriptor = unsafe open("/proc/\(process)/environ", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while content.count < longestEnvironment {
      let count = unsafe read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      content += buffer[..<count]
    }
    return content
  }
}
