import Dispatch
import Glibc
import QueueExecutor

/// A process of this program with other arguments, whose lines are read as they come.
final class ChildProcess: Sendable {
  let id: pid_t
  /// What it says on its standard output.
  let lines: AsyncStream<String>
  private let input: CInt

  /// Starts this program with `arguments`; nil if that is not possible.
  init?(_ arguments: [String]) {
    guard let (reading, input) = Self.pipe(), let (output, writing) = Self.pipe() else {
      return nil
    }
    let process = Self.spawn(arguments, reading, writing)
    close(reading)
    close(writing)
    guard let process else {
      close(input)
      close(output)
      return nil
    }
    (id, self.input) = (process, input)
    lines = AsyncStream { continuation in
      QueueExecutor(label: "lines").queue.async {
        Self.read(output) { continuation.yield($0) }
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

  /// A pair of sockets, which unlike a pipe can be made close-on-exec in one step.
  private static func pipe() -> (reading: CInt, writing: CInt)? {
    var ends: [CInt] = [-1, -1]
    let type = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { return nil }
    return (ends[0], ends[1])
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

  private static func spawn(_ arguments: [String], _ input: CInt, _ output: CInt) -> pid_t? {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
    let program = "/proc/self/exe"
    var words = unsafe (["soak"] + arguments).map { unsafe strdup($0) } + [nil]
    defer {
      for index in unsafe words.indices { unsafe free(words[index]) }
    }
    var process: pid_t = 0
    let status = unsafe posix_spawn(&process, program, &actions, nil, &words, environ)
    return status == 0 ? process : nil
  }
}

extension String {
  /// Without the end of the line.
  fileprivate var trimmed: String { hasSuffix("\n") ? String(dropLast()) : self }
}
