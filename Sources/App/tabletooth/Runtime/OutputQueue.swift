internal import BoardUI
internal import Dispatch

/// Standard output and standard error, written by a queue of their own: a terminal that is stopped,
/// or a pipe that is full, stops nothing else.
struct OutputQueue: Sendable {
  /// The time that a program that was stopped by a signal waits for a reader, in seconds.
  private static let patience = 1

  private let queue = DispatchQueue(label: "tabletooth.output")
  private let console: LineConsole?
  private let onClosed: @Sendable () -> Void

  /// Writes above the line of `console`, where there is one, and calls `onClosed` when nobody reads
  /// any more.
  init(console: LineConsole? = nil, onClosed: @escaping @Sendable () -> Void) {
    self.console = console
    self.onClosed = onClosed
  }

  /// Writes `text` behind all before; returns at once.
  func write(_ text: String) {
    queue.async { [console, onClosed] in
      let isRead = console.map { $0.print(text) } ?? StandardOutput.write(text)
      if !isRead { onClosed() }
    }
  }

  /// Has `text` stand before what is typed, which `words` complete; returns at once.
  func prompt(_ text: String, words: [String]) {
    queue.async { [console] in console?.prompt(text, words: words) }
  }

  /// Says why the program ends, and waits until all is written; not for long if a signal wants it
  /// to stop.
  func finish(_ reason: ExitReason) async {
    queue.async { [console] in console?.close() }
    if let line = reason.line {
      queue.async { StandardOutput.complain(line) }
    }
    await withCheckedContinuation { continuation in
      let done = DispatchGroup()
      done.enter()
      queue.async { done.leave() }
      DispatchQueue.global().async {
        if case .interrupted = reason {
          _ = done.wait(timeout: .now() + .seconds(Self.patience))
        } else {
          done.wait()
        }
        continuation.resume()
      }
    }
  }
}
