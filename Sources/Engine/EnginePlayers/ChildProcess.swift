internal import ChildProcesses
internal import Glibc

/// Another program, which is written lines to and read lines from.
struct ChildProcess: ~Copyable {
  /// The reason why a program cannot be started, in the words of the system.
  struct StartFailure: Error, Hashable {
    let reason: String
  }

  /// The result of waiting for a line.
  enum Reading: Hashable {
    case line(String)
    /// A line on standard error.
    case complaint(String)
    /// Nothing more comes.
    case closed
    /// The time is over.
    case timeout
    /// Somebody wrote to the descriptor that interrupts the wait.
    case woken
  }

  /// The longest line that is taken, in bytes; what goes beyond is cut.
  private static let maximumLineLength = 65_536

  private let process: pid_t
  /// What the program and all that it starts have in their environment.
  private let mark: String
  private let input: CInt
  private let output: CInt
  private let errors: CInt
  private var read: [UInt8] = []
  private var complaints: [UInt8] = []
  private var hasErrors = true
  private var end: EngineFailure.End?

  /// Starts the program that the first of `words` names, the others being its arguments.
  ///
  /// - Parameters:
  ///   - words: a path, or a name to be looked for in `PATH`; then arguments.
  ///   - folder: where it is to run; nil for here.
  /// - Throws: why it cannot be started.
  init(_ words: [String], in folder: String?) throws(StartFailure) {
    guard let program = words.first else { throw StartFailure(reason: "no program is named") }
    let path = try Self.path(program)
    var start = ProgramStart(Self.moving(to: folder) + [path] + words.dropFirst(), in: .ownGroup)
    let mark = "TABLETOOTH_ENGINE=\(getpid())-\(UInt64.random(in: .min ... .max))"
    start.variable = mark
    let child: ConnectedProgram
    let ends: (reading: CInt, writing: CInt)
    do throws(SystemFailure) {
      ends = try ProgramStart.connection()
      start.errors = .descriptor(ends.writing)
      defer { close(ends.writing) }
      do throws(SystemFailure) {
        child = try start.runConnected()
      } catch {
        close(ends.reading)
        throw error
      }
    } catch {
      throw StartFailure(reason: error.words)
    }
    _ = fcntl(child.input, F_SETFL, O_NONBLOCK)
    self.mark = mark
    process = child.process
    input = child.input
    output = child.output
    errors = ends.reading
  }

  deinit {
    close(input)
    close(output)
    close(errors)
    if end == nil {
      // It leads a group of its own, to which most belong that it has started.
      kill(-process, SIGKILL)
      var status: CInt = 0
      _ = unsafe waitpid(process, &status, 0)
    }
    MarkedProcesses.end(mark)
  }

  /// Writes `lines`, and says whether the program took them in time.
  mutating func write(_ lines: [String], until deadline: ContinuousClock.Instant) -> Bool {
    var bytes = lines.flatMap { Array($0.utf8) + [UInt8(ascii: "\n")] }[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(input, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        bytes = bytes.dropFirst(count)
      } else if errno == EAGAIN {
        var wait = pollfd(fd: input, events: Int16(POLLOUT), revents: 0)
        guard unsafe poll(&wait, 1, Self.milliseconds(until: deadline)) > 0 else { return false }
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Waits for a line.
  ///
  /// - Parameters:
  ///   - deadline: until when.
  ///   - wake: a descriptor that interrupts the wait once there is something to read from it.
  /// - Returns: what came first.
  mutating func readLine(
    until deadline: ContinuousClock.Instant,
    wokenBy wake: CInt? = nil
  ) -> Reading {
    while true {
      if let line = Self.takeLine(&read) { return .line(line) }
      if let line = Self.takeLine(&complaints) { return .complaint(line) }
      // poll passes over a descriptor below 0.
      var waits = [output, hasErrors ? errors : -1, wake ?? -1].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let count = unsafe poll(&waits, nfds_t(waits.count), Self.milliseconds(until: deadline))
      if count == 0, ContinuousClock.now >= deadline { return .timeout }
      if count <= 0 { continue }
      if waits[2].revents != 0 { return .woken }
      if waits[1].revents != 0 { hasErrors = Self.readMore(errors, &complaints) }
      if waits[0].revents != 0, !Self.readMore(output, &read) { return .closed }
    }
  }

  /// Waits for the end of a program that has closed its output, and says how it was.
  mutating func waitForEnd(until deadline: ContinuousClock.Instant) -> EngineFailure.End {
    if let end { return end }
    var status: CInt = 0
    while unsafe waitpid(process, &status, WNOHANG) == 0 {
      if ContinuousClock.now >= deadline {
        kill(-process, SIGKILL)
        _ = unsafe waitpid(process, &status, 0)
        break
      }
      usleep(2_000)
    }
    let signal = status & 0x7f
    let found =
      signal == 0 ? EngineFailure.End.code(status >> 8 & 0xff) : EngineFailure.End.signal(signal)
    end = found
    return found
  }

  // MARK: Private

  private static func takeLine(_ read: inout [UInt8]) -> String? {
    guard let index = read.firstIndex(of: UInt8(ascii: "\n")) else {
      if read.count > maximumLineLength * 2 { read.removeLast(maximumLineLength) }
      return nil
    }
    let line = read[..<index].prefix(maximumLineLength)
    let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    defer { read.removeFirst(index + 1) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads what has come; false at the end.
  private static func readMore(_ descriptor: CInt, _ read: inout [UInt8]) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
    guard count > 0 else { return count < 0 && errno == EINTR }
    read += buffer[..<count]
    return true
  }

  private static func milliseconds(until deadline: ContinuousClock.Instant) -> CInt {
    let left = deadline - ContinuousClock.now
    guard left > .zero else { return 0 }
    return CInt(min(left / .milliseconds(1) + 1, 3_600_000))
  }

  /// The whole path of a program that is named by one; a mere name stays as it is.
  private static func path(_ program: String) throws(StartFailure) -> String {
    guard program.contains("/") else { return program }
    var status = stat()
    guard let resolved = unsafe realpath(program, nil) else {
      throw StartFailure(reason: SystemFailure(number: errno).words)
    }
    defer { unsafe free(resolved) }
    let path = unsafe String(cString: resolved)
    guard unsafe stat(path, &status) == 0 else {
      throw StartFailure(reason: SystemFailure(number: errno).words)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw StartFailure(reason: "not a file") }
    guard unsafe access(path, X_OK) == 0 else {
      throw StartFailure(reason: SystemFailure(number: errno).words)
    }
    return path
  }

  /// The words before a command that runs in `folder`; glibc cannot change the folder as a program
  /// starts.
  private static func moving(to folder: String?) -> [String] {
    folder.map { ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", $0] } ?? []
  }
}
