/// The streams of those who follow the changes of bluetoothd's objects.
package struct ChangeListeners {
  package typealias BufferingPolicy =
    AsyncStream<ObjectTree.Change>.Continuation.BufferingPolicy

  private struct Listener {
    let continuation: AsyncStream<ObjectTree.Change>.Continuation
    /// True if a change may be missing.
    let mayDrop: Bool
  }

  private var listeners: [Int: Listener] = [:]
  private var count = 0
  private var isFinished = false

  /// A stream of the changes from now on, and a call of `end` with its number when nobody reads it.
  mutating func add(
    _ buffer: BufferingPolicy,
    end: @escaping @Sendable (Int) -> Void
  ) -> AsyncStream<ObjectTree.Change> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: ObjectTree.Change.self,
      bufferingPolicy: buffer
    )
    count += 1
    let id = count
    if isFinished {
      continuation.finish()
    } else {
      let mayDrop = if case .bufferingNewest = buffer { true } else { false }
      listeners[id] = Listener(continuation: continuation, mayDrop: mayDrop)
      continuation.onTermination = { _ in end(id) }
    }
    return stream
  }

  mutating func remove(_ id: Int) {
    listeners[id] = nil
  }

  /// Keeps a change for each reader; one that must not miss any, and is too slow, gets no more.
  mutating func publish(_ change: ObjectTree.Change) {
    for (id, listener) in listeners {
      guard case .dropped = listener.continuation.yield(change), !listener.mayDrop else { continue }
      listener.continuation.finish()
      listeners[id] = nil
    }
  }

  /// Ends all streams, and those to come.
  mutating func finish() {
    isFinished = true
    for listener in listeners.values { listener.continuation.finish() }
    listeners = [:]
  }
}
