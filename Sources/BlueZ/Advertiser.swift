/// Decides when to register and to take back the advertisement.
struct Advertiser: Hashable {
  /// One call to make.
  enum Step: Hashable {
    case register
    case unregister
  }

  /// Whether there is room for another central.
  var isWanted = false
  private var isRegistered = false
  /// Whether links came or went since the last registration: the controller may have stopped to advertise then.
  private var isStale = false
  /// Whether somebody makes the calls already.
  private var isBusy = false

  /// Whether the caller is to make the steps now; nobody else does until ``next()`` returned `nil` or one ``failed(_:)``.
  mutating func begin() -> Bool {
    guard !isBusy else { return false }
    isBusy = true
    return true
  }

  /// The next call; `nil` when all is as wanted.
  mutating func next() -> Step? {
    if isRegistered, isStale || !isWanted {
      isRegistered = false
      return .unregister
    }
    if isWanted, !isRegistered {
      isRegistered = true
      isStale = false
      return .register
    }
    isBusy = false
    return nil
  }

  /// A link came or went.
  mutating func linksChanged() {
    isStale = true
  }

  /// The call did not work.
  mutating func failed(_ step: Step) {
    isBusy = false
    isRegistered = false
  }

  /// bluetoothd has lost the registration.
  mutating func forget() {
    isRegistered = false
    isStale = false
  }
}
