public import BlueZ
internal import DBus

/// A bus of its own with a ``VirtualBlueZ``, while ``withVirtualAir(adapters:behaviour:_:)`` runs.
public struct VirtualAir: Sendable {
  /// The bus, for `withBluetooth(adapter:on:)`, and as an address for programs in any language.
  public let bus: BluetoothBus
  /// The bluetoothd.
  public let bluetoothd: VirtualBlueZ

  /// Performs a command, and returns when all that follows from it is done.
  public func perform(_ command: AirCommand) async throws {
    try await bluetoothd.perform(command)
  }
}

/// Starts a bus and a bluetoothd without a radio for as long as `body` runs.
///
/// It needs `dbus-daemon`, which Debian has in the package of the same name.
///
/// - Parameters:
///   - adapters: The number of controllers: `hci0`, `hci1` and so on. Each hears all others.
///   - behaviour: The faults of the air, which may be changed later.
///   - body: Uses the bus.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws, or why there is no bus.
public func withVirtualAir<Result>(
  adapters: Int = 2,
  behaviour: Behaviour = Behaviour(),
  _ body: (VirtualAir) async throws -> Result
) async throws -> Result {
  try await PrivateBus.run { bus in
    let bluetoothd = try await VirtualBlueZ.start(
      on: bus.address,
      adapters: adapters,
      behaviour: behaviour
    )
    let air = VirtualAir(bus: BluetoothBus(bus.address), bluetoothd: bluetoothd)
    do {
      let result = try await body(air)
      await bluetoothd.stop()
      return result
    } catch {
      await bluetoothd.stop()
      throw error
    }
  }
}

/// A command to the air, which a program gives as a value, and a person as a line of text.
public enum AirCommand: Hashable, Sendable {
  /// `drop`: all links fade.
  case dropLinks
  /// `advertise`: all that advertise are heard once more.
  case advertise
  /// `power 0 off`: a controller is switched on or off.
  case power(adapter: Int, Bool)
  /// `remove 0`: a controller is pulled out.
  case remove(adapter: Int)
  /// `return 0`: a controller that was pulled out is put in again.
  case putBack(adapter: Int)
  /// `loss 10`: so many packets of a thousand are lost from now on.
  case loss(perThousand: Int)
  /// `refuse 2`: so many attempts to connect fail from now on.
  case refuseConnections(Int)
  /// `restart`: bluetoothd ends without a word, and is started again.
  case restart
  /// `hang`: bluetoothd answers nothing until `restart`.
  case hang

  /// Reads a line; `nil` when it is no command.
  public init?(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    guard let command = Self.plain[line] ?? Self.withNumber(words) ?? Self.power(words) else {
      return nil
    }
    self = command
  }

  private static let plain: [String: AirCommand] = [
    "drop": .dropLinks, "advertise": .advertise, "restart": .restart, "hang": .hang,
  ]

  private static func withNumber(_ words: [String]) -> AirCommand? {
    guard words.count == 2, let number = Int(words[1]), number >= 0 else { return nil }
    switch words[0] {
    case "remove": return .remove(adapter: number)
    case "return": return .putBack(adapter: number)
    case "loss": return number > 1_000 ? nil : .loss(perThousand: number)
    case "refuse": return .refuseConnections(number)
    case _: return nil
    }
  }

  private static func power(_ words: [String]) -> AirCommand? {
    guard words.count == 3, words[0] == "power", let adapter = Int(words[1]), adapter >= 0,
      let isOn = ["on": true, "off": false][words[2]]
    else { return nil }
    return .power(adapter: adapter, isOn)
  }
}
