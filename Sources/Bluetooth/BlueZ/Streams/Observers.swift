/// The functions that hear of each change of bluetoothd's objects, on the connection's thread.
struct Observers {
  /// Hears of a change, and must not wait.
  typealias Receive = @Sendable (isolated BluetoothService, ObjectTree.Change) -> Void
  /// Learns that no more will come.
  typealias Finish = @Sendable () -> Void

  private var observers: [Int: (receive: Receive, finish: Finish)] = [:]
  private var count = 0
  private var isFinished = false

  var receivers: [Receive] { observers.values.map(\.receive) }

  mutating func add(_ receive: @escaping Receive, _ finish: @escaping Finish) -> Int {
    count += 1
    if isFinished {
      finish()
    } else {
      observers[count] = (receive, finish)
    }
    return count
  }

  mutating func remove(_ observer: Int) {
    observers[observer] = nil
  }

  mutating func finish() {
    isFinished = true
    for observer in observers.values { observer.finish() }
    observers = [:]
  }
}
