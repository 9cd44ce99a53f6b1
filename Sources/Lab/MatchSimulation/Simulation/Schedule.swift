/// A queue of future events: they come out by time, and events of the same time in the order they
/// were put in.
struct Schedule<Event> {
  private struct Entry {
    let time: Duration
    let number: Int
    let event: Event

    func precedes(_ other: Entry) -> Bool {
      (time, number) < (other.time, other.number)
    }
  }

  private var heap: [Entry] = []
  private var count = 0

  /// Lets `event` happen at `time`.
  mutating func add(_ event: Event, at time: Duration) {
    heap.append(Entry(time: time, number: count, event: event))
    count += 1
    var index = heap.count - 1
    while index > 0, heap[index].precedes(heap[(index - 1) / 2]) {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// Takes out what happens next.
  mutating func next() -> (time: Duration, event: Event)? {
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      sink()
    }
    return (first.time, first.event)
  }

  private mutating func sink() {
    var index = 0
    while true {
      var child = 2 * index + 1
      guard child < heap.count else { return }
      if child + 1 < heap.count, heap[child + 1].precedes(heap[child]) { child += 1 }
      guard heap[child].precedes(heap[index]) else { return }
      heap.swapAt(index, child)
      index = child
    }
  }
}
