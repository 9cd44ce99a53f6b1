internal import DBus

/// The news that a group of entries has another state.
struct GroupSignal: Hashable, Sendable {
  let path: ObjectPath
  let state: GroupState

  init(_ path: ObjectPath, _ state: GroupState) {
    (self.path, self.state) = (path, state)
  }

  /// Reads a signal; nil for another one, or one that has another shape than it should.
  init?(_ message: Message) {
    guard message.interface == AvahiName.entryGroup, message.member == "StateChanged",
      let path = message.path, let state = message.body.first?.integer.flatMap(GroupState.init)
    else { return nil }
    self.init(path, state)
  }
}
