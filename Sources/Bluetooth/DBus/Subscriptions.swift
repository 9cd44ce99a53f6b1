/// A running subscription to signals: ``Connection/listen(to:_:finish:)``.
public struct Subscription: Hashable, Sendable {
  let id: Int
  let rule: MatchRule
}

/// The subscribers of each signal.
struct Subscriptions {
  struct Listener {
    let rule: MatchRule
    /// Takes a signal; says whether it wants more.
    let receive: @Sendable (Message) -> Bool
    /// Learns that no more will come.
    let finish: @Sendable () -> Void
  }

  private var listeners: [Int: Listener] = [:]
  private var nextID = 0
  /// The owners of the well-known names that rules ask for.
  private var owners: [String: String] = [:]
  /// The names whose owner the bus tells us of.
  var followed: Set<String> = []

  mutating func add(_ listener: Listener) -> Int {
    nextID += 1
    listeners[nextID] = listener
    return nextID
  }

  var count: Int { listeners.count }

  func contains(_ id: Int) -> Bool { listeners[id] != nil }

  mutating func remove(_ id: Int) {
    listeners.removeValue(forKey: id)?.finish()
  }

  mutating func setOwner(of name: String, to owner: String?) {
    owners[name] = owner
  }

  mutating func finishAll() {
    for id in Array(listeners.keys) {
      remove(id)
    }
  }

  /// Takes note of `signal`, and finds everyone whose rule fits.
  mutating func listeners(for signal: Message) -> [(id: Int, listener: Listener)] {
    noteOwner(signal)
    return listeners.filter { $0.value.rule.matches(signal, owners: owners) }
      .map { (id: $0.key, listener: $0.value) }
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
