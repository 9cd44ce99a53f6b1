/// The end of what a program has open.
enum Closing {
  /// How long the program waits for it.
  ///
  /// By then all is said to bluetoothd that ends the link, which it does by itself then; its answer
  /// to that may take two seconds.
  private static let limit = Duration.seconds(1)

  /// Does what `close` does, and goes on after ``limit`` if that takes longer.
  static func run(_ close: @escaping @Sendable () async -> Void) async {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    // Neither is a child: this task may be cancelled by now, and whoever is would say nothing to
    // bluetoothd. The first one ends by itself, the second one below.
    Task {
      await close()
      end.finish()
    }
    let limit = Task {
      try await Task.sleep(for: Self.limit)
      end.finish()
    }
    await Task { for await _ in ends {} }.value
    limit.cancel()
  }
}
