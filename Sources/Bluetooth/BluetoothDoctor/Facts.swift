public import BlueZ

/// The facts about a machine's Bluetooth, for a diagnosis.
public struct Facts: Hashable, Sendable {
  /// The adapter that was asked for, such as `hci1`; `nil` for any.
  public var wantedAdapter: String?
  /// The controllers that the kernel has, or why it does not say.
  public var kernel: Result<[Controller], HCIError>
  /// The switches that can silence Bluetooth.
  public var switches: [RadioSwitch] = []
  /// True if the bus is the machine's own, where the real `bluetoothd` is.
  public var isSystemBus = true
  /// The answer of `bluetoothd` over the bus.
  public var daemon: DaemonAnswer
  /// The user who runs the program.
  public var user: User
  /// The settings of `bluetoothd` in `main.conf`; `nil` if the file says nothing about this bus, or
  /// cannot be read.
  public var configuration: MainConfiguration?

  /// Makes the facts of the answers of the kernel and the daemon; other facts are added later.
  public init(kernel: Result<[Controller], HCIError>, daemon: DaemonAnswer, user: User) {
    self.kernel = kernel
    self.daemon = daemon
    self.user = user
  }

  /// The adapters that `bluetoothd` offers; none when it does not answer.
  public var offeredAdapters: [Adapter] {
    guard case .adapters(let adapters, _) = daemon else { return [] }
    return adapters
  }

  /// The result of a service that was registered for a moment on ``adapter``.
  public var rehearsal: Rehearsal {
    guard case .adapters(_, let rehearsal) = daemon else { return .notTried }
    return rehearsal
  }

  /// The controllers that the kernel has; none when it does not say.
  public var controllers: [Controller] {
    (try? kernel.get()) ?? []
  }

  /// The adapter that the program would use.
  public var adapter: Adapter? { offeredAdapters.chosen(asked: wantedAdapter) }

  /// The controller of that adapter, or the one that should be an adapter.
  public var controller: Controller? {
    let name = adapter?.name ?? wantedAdapter
    return controllers.first { name == nil || $0.name == name }
  }
}

/// The answer of `bluetoothd` to the question for its adapters.
public enum DaemonAnswer: Hashable, Sendable {
  /// There is no bus at the address; libdbus's text says why.
  case noBus(String)
  /// The bus does not let this user in.
  case busClosed
  /// Nobody on the bus is `org.bluez`, and nobody can be started who is.
  case notRunning
  /// A filter on the way to the bus, such as Flatpak's proxy, shows no `org.bluez`.
  case hidden
  /// Somebody is `org.bluez` and does not answer.
  case silent
  /// The bus's policy forbids this user to ask.
  case denied
  /// The adapters, ordered by number, and what became of a service on the one to be used.
  case adapters([Adapter], Rehearsal = .notTried)
}

extension [Adapter] {
  /// The adapter that was asked for, or else the first that can host, or else the first.
  func chosen(asked name: String?) -> Adapter? {
    if let name { return first { $0.name == name } }
    return first(where: \.canBePeripheral) ?? first
  }
}

extension Adapter {
  /// The version of BlueZ that offers it, if it says so.
  public var version: DaemonVersion? { modalias.flatMap(DaemonVersion.init(modalias:)) }
}

/// The result of a GATT service that was registered for a moment, as `tabletooth host` does for a
/// whole game.
public enum Rehearsal: Hashable, Sendable {
  /// There was no point in trying, because the adapter takes no services, or is off and refused.
  case notTried
  /// BlueZ took the service, and advertised it if the adapter was on.
  case accepted
  /// The bus's policy forbids calling this interface of BlueZ.
  case denied(interface: String)
  /// BlueZ did not see our objects: the bus's policy keeps it from asking for them.
  case unseen
  /// BlueZ refused the service with this error.
  case refused(BlueZError)
  /// BlueZ took the service, and refused with this error to advertise it.
  case notAdvertised(BlueZError)
}

/// The user who runs the program.
public struct User: Hashable, Sendable {
  /// A user's membership of the group `bluetooth`; some policies let only its members talk to
  /// BlueZ.
  public enum Membership: Hashable, Sendable {
    /// The machine has no such group.
    case noSuchGroup
    /// The group exists, and the user is not in it.
    case outside
    /// The user is in it.
    case member
  }

  /// The login name.
  public var name: String
  /// The user's membership of the group `bluetooth`.
  public var membership: Membership
  /// True if the program runs in a user namespace, where users may have other numbers.
  public var isInNamespace = false

  /// A user.
  public init(name: String, membership: Membership) {
    self.name = name
    self.membership = membership
  }
}
