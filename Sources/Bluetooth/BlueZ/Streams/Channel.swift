internal import Synchronization

/// A queue between the connection's thread and the readers of a ``BluetoothStream``.
///
/// It never holds more elements than its limit.
final class Channel<Element: Sendable>: Sendable {
  /// What happens to an element for which there is no room.
  enum Overflow {
    /// The oldest element is dropped for it.
    case dropOldest
    /// It is dropped, and the stream ends behind those that wait, with ``BlueZError/tooSlow(_:)``.
    case end
  }

  private typealias Waiter = CheckedContinuation<Result<Element?, BlueZError>, Never>

  private struct State {
    var elements: [Element] = []
    /// The number of elements at the beginning of `elements` that were read.
    var readCount = 0
    var end: Result<Void, BlueZError>?
    var waiters: [(id: Int, waiter: Waiter)] = []
    var nextID = 0

    var count: Int { elements.count - readCount }

    mutating func removeFirst() -> Element {
      let element = elements[readCount]
      readCount += 1
      if readCount * 2 >= elements.count {
        elements.removeFirst(readCount)
        readCount = 0
      }
      return element
    }
  }

  private let limit: Int
  private let overflow: Overflow
  private let state = Mutex(State())

  init(limit: Int, _ overflow: Overflow) {
    self.limit = limit
    self.overflow = overflow
  }

  /// Hands `element` to a reader, or keeps it for one.
  func yield(_ element: Element) {
    let waiter = state.withLock { state -> Waiter? in
      guard state.end == nil else { return nil }
      guard state.waiters.isEmpty else { return state.waiters.removeFirst().waiter }
      if state.count == limit {
        guard overflow == .dropOldest else {
          state.end = .failure(.tooSlow(limit))
          return nil
        }
        _ = state.removeFirst()
      }
      state.elements.append(element)
      return nil
    }
    waiter?.resume(returning: .success(element))
  }

  /// Ends the stream behind the elements that wait; the first end counts.
  func finish(_ error: BlueZError? = nil) {
    let end: Result<Void, BlueZError> = error.map { .failure($0) } ?? .success(())
    let waiters = state.withLock { state in
      guard state.end == nil else { return [] as [Waiter] }
      state.end = end
      defer { state.waiters = [] }
      return state.waiters.map(\.waiter)
    }
    for waiter in waiters { waiter.resume(returning: end.map { nil }) }
  }

  /// The next element; `nil` at the end.
  ///
  /// - Throws: Why the stream has ended, or ``BlueZError/cancelled``.
  func next() async throws(BlueZError) -> Element? {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (waiter: Waiter) in
        if let ready = take(id, waiter) { waiter.resume(returning: ready) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0).waiter }
      }
      waiter?.resume(returning: .failure(.cancelled))
    }
    return try result.get()
  }

  /// What there is to read now; `nil` when `waiter` has to wait.
  private func take(_ id: Int, _ waiter: Waiter) -> Result<Element?, BlueZError>? {
    state.withLock { state in
      if state.count > 0 { return .success(state.removeFirst()) }
      if let end = state.end { return end.map { nil } }
      if Task.isCancelled { return .failure(.cancelled) }
      state.waiters.append((id, waiter))
      return nil
    }
  }
}
