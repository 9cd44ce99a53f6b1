extension Connection {
  /// Waits until `descriptor` takes more to write, or its other end is gone.
  public func waitUntilWritable(_ descriptor: UnixDescriptor) async {
    guard let number = descriptor.withDescriptor({ $0 }) else { return }
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      loop.watch(number, for: .writing, isOnce: true) { continuation.resume() }
    }
  }
}
