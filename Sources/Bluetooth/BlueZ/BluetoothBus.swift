package import DBus

/// The place where bluetoothd is: a bus of this computer.
public enum BluetoothBus: Hashable, Sendable {
  /// The bus of the system, where bluetoothd usually is.
  case system
  /// The bus at an address such as `unix:path=/tmp/bus`, where `VirtualBlueZ` may be.
  case address(String)

  /// The same bus, for this library's own use.
  package init(_ address: BusAddress) {
    switch address {
    case .system: self = .system
    case .session, .address: self = .address(address.text)
    }
  }

  /// The address, as the connection takes it.
  package var address: BusAddress {
    switch self {
    case .system: .system
    case .address(let text): .address(text)
    }
  }
}

/// The reason why the bus itself fails.
public enum BusFailure: Error, Hashable, Sendable {
  /// The connection to the bus is closed.
  case disconnected
  /// There is no bus at this address, or it lets nobody in.
  case unreachable(address: String, name: String, text: String)
  /// The bus, or a program on it, answered with an error that is not BlueZ's.
  case remote(name: String, text: String)
  /// Something cannot be sent as it is.
  case unsendable(String)
}
