internal import DBus
internal import Synchronization

/// The values of a subscription, without those that this connection has read.
///
/// bluetoothd signals a value that is read as it signals a notification, right before it answers
/// the read (5.66 to 5.87). So while a read waits, the last value is held back until the next one,
/// or the answer, tells which it was.
final class SubscribedValues: Sendable {
  private struct State {
    /// The number of reads that wait for their answers.
    var reads = 0
    var held: [UInt8]?
  }

  private let receive: @Sendable ([UInt8]) -> Void
  private let state = Mutex(State())

  init(_ receive: @escaping @Sendable ([UInt8]) -> Void) {
    self.receive = receive
  }

  /// Takes the value of a signal.
  func hear(_ value: [UInt8]) {
    let ready = state.withLock { state -> [UInt8]? in
      guard state.reads > 0 else { return value }
      defer { state.held = value }
      return state.held
    }
    if let ready { receive(ready) }
  }

  /// A read begins.
  func beginRead() {
    state.withLock { $0.reads += 1 }
  }

  /// A read has ended with `answer`, which is the value from `offset` on, or `nil` if it failed.
  func endRead(_ answer: [UInt8]?, from offset: Int = 0) {
    let held = state.withLock { state -> [UInt8]? in
      state.reads -= 1
      defer { state.held = nil }
      guard let held = state.held, let answer else { return state.held }
      return held.dropFirst(offset).elementsEqual(answer) ? nil : held
    }
    if let held { receive(held) }
  }
}

extension [SubscribedValues] {
  /// A read of their characteristic begins.
  func beginRead() {
    for values in self { values.beginRead() }
  }

  /// A read of their characteristic has ended.
  func endRead(_ answer: [UInt8]?, from offset: Int = 0) {
    for values in self { values.endRead(answer, from: offset) }
  }
}

extension Connection {
  /// Listens to the values of the characteristic at `path`.
  func listen(
    to path: ObjectPath,
    _ values: SubscribedValues
  ) async throws(BusError) -> Subscription {
    let rule = MatchRule(
      sender: BlueZName.service,
      path: path,
      interface: BlueZName.properties,
      member: "PropertiesChanged",
      firstArgument: BlueZName.gattCharacteristic
    )
    return try await listen(to: rule) { signal in
      // Other properties change, too.
      guard signal.body.count == 3 else { return }
      if let value = signal.body[1].properties?[.value]?.bytes { values.hear(value) }
    }
  }
}
