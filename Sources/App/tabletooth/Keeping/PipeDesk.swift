internal import BoardUI
internal import Dispatch
internal import Glibc
internal import MatchPlay
internal import MatchProtocol

/// Standard input and output of a program that is one end of a pipe.
///
/// Each has a queue that waits for it, so that a reader who is slow stops nothing but the bytes.
struct PipeDesk: Sendable {
  private let tell: @Sendable (PlayerRequest) -> Void
  private let descriptor: CInt
  private let input = DispatchQueue(label: "tabletooth.pipe.input")
  private let output = DispatchQueue(label: "tabletooth.pipe.output")

  /// Ends of a pipe, of which the second one is `output`; `tell` hears what they do.
  init(output: CInt?, tell: @escaping @Sendable (PlayerRequest) -> Void) {
    self.tell = tell
    descriptor = output ?? STDOUT_FILENO
  }

  /// Takes standard output for the bytes alone: whatever else is printed goes to standard error
  /// from now on.
  ///
  /// - Returns: The descriptor for the bytes.
  static func takeOutput() -> CInt {
    guard TestFiles.current == nil else { return -1 }
    let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    return output
  }

  /// The reason why standard input cannot be read; nil if it can.
  static var trouble: String? {
    guard TestFiles.current == nil else { return nil }
    var status = stat()
    guard unsafe fstat(STDIN_FILENO, &status) == 0 else {
      return PipeStrings.unreadable(FileStore.reason)
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { return nil }
    return PipeStrings.unreadable(unsafe String(cString: strerror(EISDIR)))
  }

  /// True if there is anything to be read: who looks at a file or a program at the other end with a
  /// terminal here types nothing into it.
  private static func hasInput(beside output: CInt) -> Bool {
    isatty(STDIN_FILENO) == 0 || isatty(output) == 1
  }

  /// Does what a table orders, and tells what comes of it.
  func perform(_ change: PipeChange) {
    switch change {
    case .read(let count):
      input.async { [tell, descriptor] in
        tell(Self.hasInput(beside: descriptor) ? Self.read(count) : .wants(.pipe(.supply([]))))
      }
    case .write(let bytes): output.async { [self] in tell(write(bytes)) }
    case .closeOutput: output.async { [self] in tell(closeOutput()) }
    }
  }

  private static func read(_ count: Int) -> PlayerRequest {
    var bytes = [UInt8](repeating: 0, count: count)
    while true {
      let got = unsafe Glibc.read(STDIN_FILENO, &bytes, count)
      if got >= 0 { return .wants(.pipe(.supply(Array(bytes.prefix(got))))) }
      switch errno {
      case EINTR: continue
      case EAGAIN: wait(for: Int16(POLLIN), on: STDIN_FILENO)
      default: return .leaves(.usage(PipeStrings.unreadable(FileStore.reason)))
      }
    }
  }

  private func write(_ bytes: [UInt8]) -> PlayerRequest {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: Self.wait(for: Int16(POLLOUT), on: descriptor)
      case EPIPE: return .leaves(.outputClosed)
      default: return .leaves(.pipeNotWritten(FileStore.reason))
      }
    }
    return .wants(.pipe(.wrote(bytes.count)))
  }

  /// Nothing follows: who reads hears of the end now and not when this program ends, which may have
  /// something to send still.
  private func closeOutput() -> PlayerRequest {
    close(descriptor)
    return .wants(.pipe(.wrote(0)))
  }

  private static func wait(for events: Int16, on descriptor: CInt) {
    var wait = pollfd(fd: descriptor, events: events, revents: 0)
    unsafe poll(&wait, 1, -1)
  }
}
