public import BlueZ

extension Facts {
  /// The paths of the files that are read.
  public struct Places: Hashable, Sendable {
    /// The folder with the radio switches.
    public var switches: String
    /// The configuration of `bluetoothd`.
    public var configuration: String

    /// Files and folders; without arguments, where Linux has them.
    public init(
      switches: String = RadioSwitch.standardFolder,
      configuration: String = MainConfiguration.standardPath
    ) {
      self.switches = switches
      self.configuration = configuration
    }
  }

  /// Asks the kernel, the bus, BlueZ and the files.
  ///
  /// No privilege is needed. It changes nothing, but a BlueZ that can be started on demand is, and
  /// one service of no use is registered and advertised for a moment.
  ///
  /// - Parameters:
  ///   - adapter: The adapter to look at, such as `hci1`; without one, the first that can
  ///     host.
  ///   - bus: Where `bluetoothd` is.
  ///   - places: Where the files are.
  ///   - kernel: Asks the kernel for its controllers, which needs a library under another licence
  ///     (default: nobody asks).
  ///   - clock: Measures the pauses between attempts to advertise.
  /// - Returns: The facts, whatever went wrong.
  public static func gather(
    adapter: String? = nil,
    bus: BluetoothBus = .system,
    places: Places = Places(),
    kernel: () -> Result<[Controller], HCIError> = { .failure(.notAsked) },
    clock: any Clock<Duration> = ContinuousClock()
  ) async -> Facts {
    let isSystemBus = bus == .system
    let text = isSystemBus ? SmallFile.text(places.configuration) : nil
    var facts = Facts(
      kernel: kernel(),
      daemon: await DaemonInquiry.ask(bus, adapter: adapter, clock: clock),
      user: User.current()
    )
    facts.wantedAdapter = adapter
    facts.switches = RadioSwitch.all(in: places.switches)
    facts.isSystemBus = isSystemBus
    facts.configuration = text.map(MainConfiguration.init(parsing:))
    return facts
  }
}
