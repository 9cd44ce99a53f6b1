internal import Dispatch

extension Connection {
  /// Waits until `descriptor` takes more to write, or its other end is gone.
  public func waitUntilWritable(_ descriptor: UnixDescriptor) async {
    guard let number = descriptor.withDescriptor({ $0 }) else { return }
    let source = writeSource(for: number)
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      source.setEventHandler { source.cancel() }
      source.setCancelHandler { continuation.resume() }
      source.resume()
    }
  }
}
