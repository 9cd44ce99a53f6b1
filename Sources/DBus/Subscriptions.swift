/// Who listens to which signals.
struct Subscriptions {
  typealias Continuation = AsyncStream<Message>.Continuation

  private struct Listener {
    let rule: MatchRule
    let continuation: Continuation
  }

  private var listeners: [Int: Listener] = [:]
  private var nextID = 0
  /// The owners of the well-known names that rules ask for.
  private var owners: [String: String] = [:]
  /// The names whose owner the bus tells us of.
  var followed: Set<String> = []

  mutating func add(_ rule: MatchRule, _ continuation: Continuation) -> Int {
    nextID += 1
    listeners[nextID] = Listener(rule: rule, continuation: continuation)
    return nextID
  }

  mutating func remove(_ id: Int) {
    listeners.removeValue(forKey: id)?.continuation.finish()
  }

  mutating func setOwner(of name: String, to owner: String?) {
    owners[name] = owner
  }

  mutating func finishAll() {
    for id in Array(listeners.keys) {
      remove(id)
    }
  }

  /// Hands `signal` to everyone whose rule fits.
  ///
  /// Streams have room for ``Connection/signalBacklog`` signals. One that is full has lost its place in the order of things, so it ends.
  mutating func deliver(_ signal: Message) {
    noteOwner(signal)
    for (id, listener) in listeners where listener.rule.matches(signal, owners: owners) {
      if case .dropped = listener.continuation.yield(signal) {
        remove(id)
      }
    }
  }

  /// Only the bus itself may say who owns a name.
  private mutating func noteOwner(_ signal: Message) {
    guard
      signal.sender == Standard.busName, signal.member == "NameOwnerChanged",
      signal.body.count == 3, let name = signal.body[0].string, let owner = signal.body[2].string
    else { return }
    owners[name] = owner.isEmpty ? nil : owner
  }
}
