/// A sequence of what Bluetooth brings: sightings, values, writes, controllers or links.
///
/// It holds a limited number of elements for a reader that is slow; the function that makes it says
/// how many, and what happens to more. All of its iterators share the elements, so that each
/// element comes to one of them.
///
/// A ``BlueZError`` ends it, such as ``BlueZError/connectionLost``, behind the elements that came
/// before. In a cancelled task it throws ``BlueZError/cancelled``.
public struct BluetoothStream<Element: Sendable>: AsyncSequence, Sendable {
  /// The reason why a stream ends early.
  public typealias Failure = BlueZError

  private let channel: Channel<Element>
  /// Ends what fills the channel when nobody can read it any longer.
  private let source: (any Sendable & AnyObject)?

  init(_ channel: Channel<Element>, from source: (any Sendable & AnyObject)? = nil) {
    self.channel = channel
    self.source = source
  }

  /// Reads a stream, one element at a time.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let stream: BluetoothStream
    private var hasFailed = false

    fileprivate init(_ stream: BluetoothStream) {
      self.stream = stream
    }

    /// Waits for the next element; `nil` at the end.
    public mutating func next() async throws(BlueZError) -> Element? {
      try await next(isolation: #isolation)
    }

    /// Waits for the next element; `nil` at the end.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(BlueZError) -> Element? {
      guard !hasFailed else { return nil }
      do throws(BlueZError) {
        return try await stream.channel.next()
      } catch {
        hasFailed = error != .cancelled
        throw error
      }
    }

    /// Waits for the next element until `limit` is over; `nil` at the end.
    ///
    /// - Throws: ``BlueZError/timedOut(_:)``, after which one may wait again; and what `next()`
    ///   throws.
    public mutating func next(
      within limit: Duration,
      clock: any Clock<Duration> = ContinuousClock()
    ) async throws(BlueZError) -> Element? {
      let channel = stream.channel
      return try await BlueZ.within(limit, clock: clock) { () throws(BlueZError) in
        try await channel.next()
      }
    }
  }

  /// Makes an iterator.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// The next element, from the same queue as the iterators; `nil` at the end.
  public func next(
    within limit: Duration? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws(BlueZError) -> Element? {
    let channel = channel
    return try await BlueZ.within(limit, clock: clock) { () throws(BlueZError) in
      try await channel.next()
    }
  }
}

/// Runs something once, when the last reference to it goes.
final class Ending: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit { end() }
}
