public import HCI

/// Everything that a ``Diagnosis`` is made from.
public struct Facts: Hashable, Sendable {
  /// The adapter that was asked for, such as `hci1`; `nil` for any.
  public var wantedAdapter: String?
  /// The controllers that the kernel has, or why it does not say.
  public var kernel: Result<[Controller], HCIError>
  /// The switches that can silence Bluetooth.
  public var switches: [RadioSwitch] = []
  /// Whether the bus is the machine's own, where the real `bluetoothd` is.
  public var isSystemBus = true
  /// What came back when `bluetoothd` was asked over the bus.
  public var daemon: DaemonAnswer
  /// Who asked.
  public var user: User
  /// What `bluetoothd` was told in `main.conf`; `nil` when that says nothing about this bus, or
  /// cannot be read.
  public var configuration: MainConfiguration?

  /// What keeps the program from using what it keeps; `nil` when nothing does, or nothing is kept.
  public var dataTrouble: DataTrouble?

  /// What the kernel and the daemon said to this user; what else is known is added.
  public init(kernel: Result<[Controller], HCIError>, daemon: DaemonAnswer, user: User) {
    self.kernel = kernel
    self.daemon = daemon
    self.user = user
  }

  /// The adapters that `bluetoothd` offers; none when it does not answer.
  public var offeredAdapters: [OfferedAdapter] {
    guard case .adapters(let adapters) = daemon else { return [] }
    return adapters
  }

  /// The controllers that the kernel has; none when it does not say.
  var controllers: [Controller] {
    (try? kernel.get()) ?? []
  }

  /// The adapter that the program would use.
  public var adapter: OfferedAdapter? { offeredAdapters.chosen(asked: wantedAdapter) }

  /// The controller of that adapter, or the one that should be an adapter.
  var controller: Controller? {
    let name = adapter?.name ?? wantedAdapter
    return controllers.first { name == nil || $0.name == name }
  }
}

/// What is wrong with what must survive the program.
public struct DataTrouble: Hashable, Sendable {
  /// What is, in one line.
  public var fact: String
  /// What to type or do, in one line.
  public var remedy: String

  /// Something wrong, and what to do about it.
  public init(fact: String, remedy: String) {
    self.fact = fact
    self.remedy = remedy
  }
}

/// What came back when `bluetoothd` was asked for its adapters.
public enum DaemonAnswer: Hashable, Sendable {
  /// There is no bus at the address; libdbus's text says why.
  case noBus(String)
  /// The bus does not let this user in.
  case busClosed
  /// Nobody on the bus is `org.bluez`, and nobody can be started who is.
  case notRunning
  /// Somebody is `org.bluez` and does not answer.
  case silent
  /// The bus's policy forbids this user to ask.
  case denied
  /// The adapters, ordered by number.
  case adapters([OfferedAdapter])
}

/// An adapter as `bluetoothd` offers it.
public struct OfferedAdapter: Hashable, Sendable {
  /// Its name, such as `hci0`.
  public var name: String
  /// Its address; empty when BlueZ does not say.
  public var address = ""
  /// Whether it is switched on.
  public var isPowered: Bool
  /// Whether others can find it over Bluetooth classic.
  public var isDiscoverable = false
  /// Whether BlueZ itself says that a switch keeps it off.
  public var isBlocked = false
  /// What it can be: `central`, `peripheral`, `central-peripheral`; `nil` when BlueZ is too old to
  /// say.
  public var roles: [String]?
  /// The version of BlueZ that offers it, if it says so.
  public var version: DaemonVersion?
  /// Whether GATT services can be registered.
  public var takesServices = true
  /// How many more advertisements it takes; `nil` when it takes none at all.
  public var freeAdvertisements: Int?
  /// What became of a service that was registered for a moment.
  public var rehearsal = Rehearsal.notTried

  /// Whether a table can be opened on it.
  var canHost: Bool {
    takesServices && freeAdvertisements != nil && roles?.contains("peripheral") ?? true
  }

  /// An adapter of which no more is known.
  public init(name: String, isPowered: Bool) {
    self.name = name
    self.isPowered = isPowered
  }
}

extension [OfferedAdapter] {
  /// The adapter that was asked for, or else the first that can host, or else the first.
  func chosen(asked name: String?) -> OfferedAdapter? {
    if let name { return first { $0.name == name } }
    return first(where: \.canHost) ?? first
  }
}

/// What became of a GATT service that was registered for a moment, as `tabletooth host` does for a
/// whole game.
public enum Rehearsal: Hashable, Sendable {
  /// There was no point in trying, because the adapter takes no services, or is off and refused.
  case notTried
  /// BlueZ took the service, and may be asked to advertise.
  case accepted
  /// The bus's policy forbids calling this interface of BlueZ.
  case denied(interface: String)
  /// BlueZ did not see our objects: the bus's policy keeps it from asking for them.
  case unseen
  /// BlueZ refused with this error.
  case refused(String)
}

/// Who runs the program.
public struct User: Hashable, Sendable {
  /// What the group `bluetooth` is to a user; some policies let only its members talk to BlueZ.
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
  /// What the group `bluetooth` is to the user.
  public var membership: Membership

  /// A user.
  public init(name: String, membership: Membership) {
    self.name = name
    self.membership = membership
  }
}
