import Dispatch
import Glibc
import QueueExecutor

/// The process that has started this one, and talks to it line by line.
enum ParentProcess {
  /// The lines of standard input; whoever started this process is gone when they end.
  static var lines: AsyncStream<String> {
    AsyncStream { continuation in
      QueueExecutor(label: "orders").queue.async {
        ChildProcess.read(STDIN_FILENO) { continuation.yield($0) }
        Glibc.exit(0)
      }
    }
  }

  /// To flush a stream waits for whoever reads another one, so none is used.
  static func say(_ line: String) {
    var rest = Array((line + "\n").utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
