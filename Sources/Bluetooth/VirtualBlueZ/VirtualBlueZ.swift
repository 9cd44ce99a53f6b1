public import BlueZ
package import DBus

/// An `org.bluez` without a radio, on any bus: several adapters in one shared air.
///
/// Programs that talk to BlueZ over D-Bus see adapters, devices, advertisements and GATT as
/// bluetoothd 5.82 shows them. `Tests/Bluetooth/Conformance` compares the answers of the two, and
/// lists what differs. Here nothing takes time. What is missing: Bluetooth classic, and the sockets
/// that a GATT *server* can offer (`AcquireWrite` and `AcquireNotify` of its own objects).
public actor VirtualBlueZ {
  private let bus: BusAddress
  private var daemon: Daemon?
  private var behaviour: Behaviour
  /// The number of controllers at the start.
  private let adapters: Int

  /// The reason why it could not be started.
  public enum StartFailure: Error, Hashable {
    /// Somebody on the bus is `org.bluez` already.
    case nameTaken
  }

  private init(_ bus: BusAddress, _ daemon: Daemon, adapters: Int, _ behaviour: Behaviour) {
    self.bus = bus
    self.daemon = daemon
    self.adapters = adapters
    self.behaviour = behaviour
  }

  /// Appears on `bus` as `org.bluez` with `adapters` controllers, `hci0` and so on, all switched
  /// on.
  ///
  /// Each of them hears all others.
  ///
  /// - Throws: ``StartFailure/nameTaken``, or why the bus cannot be reached.
  public static func start(
    on bus: BluetoothBus,
    adapters: Int = 2,
    behaviour: Behaviour = Behaviour()
  ) async throws -> VirtualBlueZ {
    try await start(on: bus.address, adapters: adapters, behaviour: behaviour)
  }

  /// Appears on the bus at an address as the connection takes it.
  package static func start(
    on bus: BusAddress,
    adapters: Int = 2,
    behaviour: Behaviour = Behaviour()
  ) async throws -> VirtualBlueZ {
    let air = Air(adapters: adapters, behaviour: behaviour)
    let daemon = try await Daemon.start(on: bus, air)
    return VirtualBlueZ(bus, daemon, adapters: adapters, behaviour)
  }

  /// Changes how the air behaves; links that are up keep their MTU.
  public func set(_ behaviour: Behaviour) async {
    self.behaviour = behaviour
    await daemon?.receive(.behaviour(behaviour))
  }

  /// Switches a controller on or off, as `rfkill` or another program would.
  public func setPowered(_ isOn: Bool, adapter number: Int) async {
    await daemon?.receive(.power(number, isOn))
  }

  /// Makes a controller discoverable over Bluetooth classic, or not, as desktops do while their
  /// Bluetooth settings are open.
  public func setDiscoverable(_ isOn: Bool, adapter number: Int) async {
    await daemon?.receive(.discoverable(number, isOn))
  }

  /// Pulls a controller out.
  public func removeAdapter(_ number: Int) async {
    await daemon?.receive(.removeAdapter(number))
  }

  /// Puts a controller in again that was pulled out.
  ///
  /// - Parameters:
  ///   - adapter: The controller, by the number that it had at first, which all other calls take.
  ///   - number: Its number from now on, 2 for `hci2`, if that is not the first one again. A number
  ///     that another controller has is not taken.
  public func returnAdapter(_ adapter: Int, as number: Int? = nil) async {
    await daemon?.receive(.returnAdapter(adapter, as: number ?? adapter))
  }

  /// Lets all that advertise send their advertisements once more, which are received a little
  /// stronger or weaker each time.
  ///
  /// Otherwise a search hears each of them when it begins, and when it changes.
  public func repeatAdvertisements() async {
    await daemon?.receive(.advertise)
  }

  /// Repeats all advertisements every `interval` until the task is cancelled.
  public func repeatAdvertisements(
    every interval: Duration,
    clock: any Clock<Duration> = ContinuousClock()
  ) async {
    while !Task.isCancelled, (try? await clock.sleep(for: interval)) != nil {
      await repeatAdvertisements()
    }
  }

  /// Lets all links fade.
  public func dropLinks() async {
    await daemon?.receive(.dropLinks)
  }

  /// Lets bluetoothd hang: it stays on the bus and shows what it has shown, but answers no call of
  /// its methods and reads no socket any more, until it is started again.
  public func hang() async {
    await daemon?.hang()
  }

  /// Ends bluetoothd, as `systemctl restart` does, and starts it again.
  ///
  /// Links, registrations and devices are forgotten, except devices that were connected, paired or
  /// trusted. The unique name on the bus is another one.
  ///
  /// - Parameter interval: Runs while there is no `org.bluez`.
  /// - Throws: Why it could not be started again; it is stopped then.
  public func restart(
    whileGone interval: @Sendable () async throws -> Void = {}
  ) async throws {
    await daemon?.sayGoodbye()
    guard let air = await daemon?.stop() else { return }
    daemon = nil
    try await interval()
    daemon = try await Daemon.start(on: bus, air.restarted())
  }

  /// Leaves the bus.
  public func stop() async {
    _ = await daemon?.stop()
    daemon = nil
  }

  // MARK: Commands

  /// The reason why a command was not performed.
  public enum CommandFailure: Error, Hashable {
    /// There is no controller of this number.
    case noSuchAdapter(Int)
  }

  /// Performs a command, and returns when all that follows from it is done.
  ///
  /// - Throws: ``CommandFailure/noSuchAdapter(_:)``, or why bluetoothd could not be started again.
  public func perform(_ command: AirCommand) async throws {
    switch command {
    case .dropLinks: await dropLinks()
    case .advertise: await repeatAdvertisements()
    case .power(let adapter, let isOn): await setPowered(isOn, adapter: try known(adapter))
    case .remove(let adapter): await removeAdapter(try known(adapter))
    case .putBack(let adapter): await returnAdapter(try known(adapter))
    case .loss(let count):
      behaviour.lossRate = Double(count) / 1_000
      await set(behaviour)
    case .refuseConnections(let count):
      behaviour.failingConnects = count
      await set(behaviour)
    case .restart: try await restart()
    case .hang: await hang()
    }
  }

  private func known(_ adapter: Int) throws(CommandFailure) -> Int {
    guard (0..<adapters).contains(adapter) else { throw .noSuchAdapter(adapter) }
    return adapter
  }
}
