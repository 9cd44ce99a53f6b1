internal import BoardUI
internal import CommonOptions
internal import Glibc
internal import Logging
internal import Phrases
internal import Synchronization

/// The program's notes about itself: events at each layer, no secrets and no messages.
///
/// With `--log FILE` all of it goes to a file, with `--verbose` to standard error. The weightier
/// half of it is always kept in the player's folder, for `doctor --report`.
final class ProgramLog: Sendable {
  /// One place where lines go.
  private struct Sink {
    let descriptor: CInt
    let level: Logger.Level
  }

  private let sinks = Mutex<[Sink]>([])
  /// True if what is noted in a match is kept.
  private let isKept: Bool

  /// A log of which nothing goes anywhere yet.
  init(isKept: Bool = true) { self.isKept = isKept }

  /// From which level on somebody wants lines.
  fileprivate var level: Logger.Level {
    sinks.withLock { $0.map(\.level).min() ?? .critical }
  }

  /// True if standard error has what is noted, so that no screen can be shown.
  var isVerbose: Bool {
    sinks.withLock { $0.contains { $0.descriptor == STDERR_FILENO } }
  }

  /// Notes in `file`, and on standard error if `isVerbose`, what happens from now on.
  ///
  /// - Throws: `ExitReason` where the file cannot be written.
  func begin(file path: String?, isVerbose: Bool) throws(ExitReason) {
    LoggingSystem.bootstrap { [self] in Handler(log: self, label: $0) }
    if isVerbose { add(Sink(descriptor: STDERR_FILENO, level: .trace)) }
    guard let path else { return }
    guard !path.isEmpty else { throw .usage(say("--log needs the name of a file")) }
    guard let descriptor = Self.open(path) else { throw .unwritable(path) }
    add(Sink(descriptor: descriptor, level: .trace))
  }

  /// Keeps the weightier half of what is noted from now on in the file at `path`, behind what is
  /// there; a file that has grown long becomes the one before.
  ///
  /// Where that cannot be done, nothing is kept: a game is worth more than its log.
  func keep(at path: String) {
    guard isKept else { return }
    var status = stat()
    if unsafe stat(path, &status) == 0, status.st_size > Self.longest {
      _ = unsafe rename(path, path + ".1")
    }
    if let descriptor = Self.open(path) { add(Sink(descriptor: descriptor, level: .info)) }
    Logger(label: "program").info("tabletooth \(Version.text)")
  }

  /// The number of bytes the kept log may have when a match begins.
  private static let longest = 256 * 1_024

  private static func open(_ path: String) -> CInt? {
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
    let descriptor = unsafe Glibc.open(path, flags, 0o600)
    return descriptor >= 0 ? descriptor : nil
  }

  private func add(_ sink: Sink) {
    sinks.withLock { $0.append(sink) }
  }

  fileprivate func write(_ level: Logger.Level, _ line: String) {
    let bytes = Array("\(line)\n".utf8)
    sinks.withLock { sinks in
      for sink in sinks where sink.level <= level {
        // A line that a full disk does not take is lost, and the game goes on.
        _ = unsafe Glibc.write(sink.descriptor, bytes, bytes.count)
      }
    }
  }

  /// Hands what the libraries note on to the sinks, a line each.
  private struct Handler: LogHandler {
    let log: ProgramLog
    let label: String
    var metadata: Logger.Metadata = [:]
    /// The sinks say what is wanted.
    var logLevel: Logger.Level {
      get { log.level }
      set {}
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let text = PrintableLine.clean("\(event.message)")
      log.write(event.level, "\(Moment.now) \(getpid()) \(event.level) \(label): \(text)")
    }
  }
}

/// A moment in UTC with milliseconds, as RFC 3339 writes it.
private enum Moment {
  static var now: String {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    let milliseconds = String(1_000 + time.tv_nsec / 1_000_000).dropFirst()
    return Timestamp(seconds: Int64(time.tv_sec)).utc.dropLast() + ".\(milliseconds)Z"
  }
}
