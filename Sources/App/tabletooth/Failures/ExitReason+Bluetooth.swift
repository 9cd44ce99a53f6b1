internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import DBus
internal import DoctorText
internal import MatchProtocol
internal import Phrases

extension ExitReason {
  /// The bus has stopped, and with it all of Bluetooth.
  static var transportGone: ExitReason {
    .linkLost(name: say("the other player"), cause: AirTerminal.isHere ? .airEnded : .busGone)
  }

  /// The meaning of an error of the transport over Bluetooth.
  init(_ error: TransportError) {
    switch error {
    case .noAdapter, .adapterOff, .adapterBlocked, .notPeripheral, .notAdvertised, .notScanning,
      .tableOpen, .noFreeAdvertisement:
      self.init(adapter: error)
    case .cannotConnect(let host, let error): self.init(connectingTo: host, error)
    case .notConnected: self = .linkLost(name: say("the other player"), cause: .disconnected)
    case .packetTooLong: self = .internalError("\(error)")
    case .bluetooth(let error): self.init(error)
    }
  }

  /// The adapter cannot be used.
  private init(adapter error: TransportError) {
    switch error {
    case .noAdapter(let name): self = .noAdapter(asked: name)
    case .adapterOff(let name): self = .adapterOff(name)
    case .adapterBlocked(let name): self = .adapterBlocked(name)
    case .notPeripheral(let name): self = .noPeripheralRole(name)
    case .notAdvertised(let name, let error):
      self.init(
        .noBluetooth,
        say("bluetoothd refuses to open a table on \(name) (\(error.words))"),
        say("run tabletooth doctor to see what helps")
      )
    case .notScanning(let name, let error): self = .notScanning(name, error)
    case .tableOpen(let name):
      self.init(
        .busy,
        say("another program on this computer has a table on the adapter \(name)"),
        say("close that table, or use another adapter, as in --adapter hci1")
      )
    case .noFreeAdvertisement(let name):
      self.init(
        .noBluetooth,
        say("other programs use all advertising slots of the adapter \(name)"),
        say("stop one of them, such as another tabletooth host, or use another adapter (--adapter)")
      )
    case _: self = .internalError("\(error)")
    }
  }

  private init(connectingTo host: FoundHost, _ error: BlueZError) {
    let failure = ExitReason.couldNotConnect(
      to: host.location.title,
      because: .bluetooth(error.words)
    )
    self =
      switch error {
      // The device, not the adapter.
      case .objectGone: failure
      case let error where error.isAboutClassic:
        .couldNotConnect(to: host.location.title, because: .discoverable)
      case let error: Self(onThisComputer: error) ?? failure
      }
  }

  /// The meaning of what bluetoothd says.
  init(_ error: BlueZError) {
    self = Self(onThisComputer: error) ?? .internalError("Bluetooth says \(error)")
  }

  /// Something is wrong on this computer, whatever was tried; nil if it is something else.
  private init?(onThisComputer error: BlueZError) {
    switch error {
    case .notRunning:
      self.init(
        .noBluetooth,
        say("bluetoothd is not running"),
        say("run sudo systemctl start bluetooth, or install the package bluez")
      )
    case .gone:
      self.init(
        .noBluetooth,
        say("bluetoothd is no longer running"),
        say("run tabletooth doctor, which names releases with a fault")
      )
    case .accessDenied, .bus(.remote(name: BusError.Name.accessDenied, _)): self = .noPermission
    // Only the adapter is talked to for so long that it can have gone meanwhile.
    case .noSuchAdapter, .objectGone: self = .noAdapter(asked: nil)
    case .blocked: self = .adapterBlocked("")
    case .notReady: self = .adapterOff("")
    case .bus(.unreachable(let address, _, _)): self = .noBus(address)
    case .bus(.disconnected): self = .transportGone
    case _: return nil
    }
  }

  private static func noAdapter(asked: String?) -> Self {
    guard let asked else {
      return Self(
        .noBluetooth,
        say("there is no Bluetooth adapter"),
        say("plug one in, then run tabletooth doctor")
      )
    }
    return Self(
      .noBluetooth,
      say("there is no Bluetooth adapter \(asked)"),
      say("leave out --adapter, or run tabletooth doctor to see what there is")
    )
  }

  private static func adapterOff(_ name: String) -> Self {
    Self(
      .noBluetooth,
      say("the adapter \(name) is off and cannot be switched on"),
      say("run bluetoothctl power on")
    )
  }

  private static func notScanning(_ name: String, _ error: BlueZError?) -> Self {
    Self(
      .noBluetooth,
      error.map { say("the adapter \(name) does not search for tables (\($0.words))") }
        ?? say("the adapter \(name) does not search for tables"),
      say("run sudo systemctl restart bluetooth, or unplug the adapter and plug it in again")
    )
  }

  private static func adapterBlocked(_ name: String) -> Self {
    Self(.noBluetooth, say("the adapter \(name) is blocked"), say("run rfkill unblock bluetooth"))
  }

  private static func noBus(_ address: String) -> Self {
    if AirTerminal.isHere { return AirTerminal.hasEnded }
    // Where D-Bus has the system bus, unless it is told otherwise.
    guard !address.hasSuffix("/system_bus_socket") else {
      return Self(
        .noBluetooth,
        say("the system bus is not running"),
        say("run sudo systemctl start dbus, or tabletooth air to try it without Bluetooth")
      )
    }
    return Self(
      .noBluetooth,
      say("there is no bus at \(address)"),
      say("check --bus or TABLETOOTH_BUS, or leave both out")
    )
  }

  /// The policy of the bus forbids it.
  static var noPermission: Self {
    Self(
      .noBluetooth,
      say("the system bus does not let this user play over Bluetooth"),
      say("install dbus-policy/tabletooth.conf: see dbus-policy/README.md")
    )
  }
}
