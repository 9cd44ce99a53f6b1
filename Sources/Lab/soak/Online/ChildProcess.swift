import ChildProcesses
import Dispatch
import Glibc
import QueueExecutor

/// A process of this program with other arguments, whose lines are read as they come.
final class ChildProcess: Sendable {
  let id: pid_t
  /// The lines on its standard output.
  let lines: AsyncStream<String>
  private let input: CInt

  /// Starts this program with `arguments`; nil if that is not possible.
  init?(_ arguments: [String]) {
    let start = ProgramStart(["/proc/self/exe"] + arguments, in: .ownGroup)
    guard let child = try? start.runConnected() else { return nil }
    (id, input) = (child.process, child.input)
    lines = AsyncStream { continuation in
      QueueExecutor(label: "lines").queue.async {
        Self.read(child.output) { continuation.yield($0) }
        continuation.finish()
      }
    }
  }

  /// Says `line` on its standard input.
  func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = unsafe write(input, bytes, bytes.count)
  }

  /// Says no more, and waits for its end.
  func end() {
    close(input)
    _ = waitpid(id, nil, 0)
  }

  /// Reads lines from `descriptor` to its end.
  static func read(_ descriptor: CInt, line: (String) -> Void) {
    guard let stream = unsafe fdopen(descriptor, "r") else { return }
    var buffer: UnsafeMutablePointer<CChar>?
    var size = 0
    while case let count = unsafe getline(&buffer, &size, stream), count > 0,
      let text = unsafe buffer
    {
      let bytes = unsafe UnsafeRawBufferPointer(start: text, count: count)
      line(unsafe String(decoding: bytes, as: UTF8.self).trimmed)
    }
    unsafe free(buffer)
    unsafe fclose(stream)
  }
}

extension String {
  /// Without the end of the line.
  fileprivate var trimmed: String { hasSuffix("\n") ? String(dropLast()) : self }
}
