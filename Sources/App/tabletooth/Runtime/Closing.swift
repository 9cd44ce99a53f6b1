internal import Dispatch

/// The end of what a program has open.
enum Closing {
  /// The time that the program waits for it.
  ///
  /// By then all is said to bluetoothd that ends the link, which it does by itself then; its answer
  /// to that may take two seconds.
  private static let limit = DispatchTimeInterval.seconds(1)

  /// Does what `close` does, and goes on after ``limit`` if that takes longer.
  static func run(_ close: @escaping @Sendable () async -> Void) async {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    // It is no child: this task may be cancelled by now, and whoever is would say nothing to
    // bluetoothd. It ends by itself.
    Task {
      await close()
      end.finish()
    }
    // libdispatch 6.3 was seen once to wake no sleeping task any longer: it had not armed its timer
    // for the continuous clock again. This one has another clock.
    let limit = DispatchWorkItem { end.finish() }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.limit, execute: limit)
    await Task { for await _ in ends {} }.value
    limit.cancel()
  }
}

extension Task<Void, Never> {
  /// Waits for its end, and cancels it after `time`.
  func end(within time: Duration) async {
    let limit = Task<Void, any Error> {
      try await Task<Never, Never>.sleep(for: time)
      cancel()
    }
    await value
    limit.cancel()
  }
}
