internal import Glibc

/// A daemon that lives no longer than this process, however that ends: a shell guards it, and ends
/// it when its own standard input does.
///
/// The shell has a session of its own: what a terminal sends to all that was started there, such as
/// SIGINT for control-C, would end the shell before the daemon.
public struct GuardedDaemon: Sendable {
  /// The reason why a daemon is not there.
  public enum StartFailure: Error, Hashable {
    /// The system did not start a shell.
    case system(SystemFailure)
    /// The daemon ended, or was not ready in time, after it had said this.
    case unready(said: String)
  }

  /// The time in which the daemon must be ready, in milliseconds.
  private static let startLimit: CInt = 10_000

  /// The output until it was ready.
  public let said: String
  private let process: pid_t
  private let lifeline: CInt

  /// Runs a shell, and waits until the daemon is ready.
  ///
  /// - Parameters:
  ///   - script: What starts the daemon, with what it says on standard output, then reads a line
  ///     that never comes, and ends the daemon; `$0` is `argument`.
  ///   - argument: What the script is about, as the name of a file.
  ///   - isReady: Whether the daemon is ready that has said this.
  /// - Throws: ``StartFailure``.
  public init(
    _ script: String,
    _ argument: String,
    isReady: (String) -> Bool
  ) throws(StartFailure) {
    let shell: ConnectedProgram
    do throws(SystemFailure) {
      shell = try ProgramStart(["/bin/sh", "-c", script, argument], in: .ownSession).runConnected()
    } catch {
      throw .system(error)
    }
    defer { close(shell.output) }
    process = shell.process
    lifeline = shell.input
    let (said, isThere) = Self.listen(to: shell.output, until: isReady)
    self.said = said
    guard isThere else {
      end()
      throw .unready(said: said)
    }
  }

  /// Reads `output` until it is enough, and tells whether it was.
  private static func listen(to output: CInt, until isEnough: (String) -> Bool) -> (String, Bool) {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    var wait = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&wait, 1, startLimit) == 1 {
      let count = unsafe read(output, &buffer, buffer.count)
      guard count > 0 else { break }
      bytes += buffer[..<count]
      let said = String(decoding: bytes, as: UTF8.self)
      if isEnough(said) { return (said, true) }
    }
    return (String(decoding: bytes, as: UTF8.self), false)
  }

  /// Ends the daemon, and waits for it.
  public func end() {
    close(lifeline)
    waitpid(process, nil, 0)
  }
}
