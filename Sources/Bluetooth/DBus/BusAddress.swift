internal import Glibc

/// The address of a bus.
public enum BusAddress: Hashable, Sendable {
  /// The machine's bus, where `bluetoothd` is: `DBUS_SYSTEM_BUS_ADDRESS`, or else the socket in
  /// `/var/run/dbus`.
  case system
  /// The user's bus: `DBUS_SESSION_BUS_ADDRESS`, or else the socket in `XDG_RUNTIME_DIR`.
  case session
  /// An address in the form of the D-Bus specification, such as `unix:path=/tmp/bus`.
  case address(String)

  /// The address as libdbus takes it.
  package var text: String {
    switch self {
    case .system:
      Self.environment("DBUS_SYSTEM_BUS_ADDRESS") ?? "unix:path=/var/run/dbus/system_bus_socket"
    case .session:
      Self.environment("DBUS_SESSION_BUS_ADDRESS")
        ?? "unix:path=\(Self.environment("XDG_RUNTIME_DIR") ?? "/run/user/\(getuid())")/bus"
    case .address(let text):
      text
    }
  }

  /// Refuses transports by which libdbus would start a program, such as `unixexec:`.
  ///
  /// - Throws: ``BusError/unreachable(address:name:text:)``.
  func checkTransports() throws(BusError) {
    let addresses = text.split(separator: ";")
    guard addresses.allSatisfy({ $0.hasPrefix("unix:") || $0.hasPrefix("tcp:") }) else {
      throw .unreachable(
        address: text,
        name: "org.freedesktop.DBus.Error.BadAddress",
        text: "a bus address begins with unix: or tcp:"
      )
    }
  }

  private static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }
}
