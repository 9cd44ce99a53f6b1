internal import DBus
internal import Synchronization

/// This machine as a peripheral: it offers a GATT server, advertises it, and keeps both alive.
///
/// The application is registered once. Each registration moves its handles, and centrals may have
/// cached the old ones. The advertisement is registered anew after each connect and disconnect,
/// because the controller stops advertising at the first connection. When bluetoothd restarts, or
/// the controller was off, all is registered again. A controller that comes back under another
/// number is used there.
///
/// While it advertises, the controller is not discoverable over Bluetooth classic: bluetoothd would
/// leave out the flag "BR/EDR not supported" then (`src/advertising.c: set_flags`), and other
/// computers would try Bluetooth classic, where there is no such service.
public actor Peripheral {
  let report: @Sendable (PeripheralEvent) -> Void

  let service: BluetoothService
  /// The controller, as it was when it was last taken.
  var adapter: Adapter
  var adapterPath: ObjectPath { adapter.path }
  private var advertisements: [Advertiser.Kind: (path: ObjectPath, Advertisement)]
  private let fullPath: ObjectPath
  let root: ObjectPath
  let layout: GATTApplication.Layout
  private let refusal = WriteRefusal()
  let services: Set<BluetoothUUID>

  /// The number of peripherals that this process has made: each has objects of its own.
  private static let count = Atomic<Int>(0)

  /// The number of attempts of ``start()`` to advertise.
  ///
  /// A controller that was switched on a moment ago may refuse: «Failed to register advertisement».
  private static let startAttempts = 4

  /// The time in which bluetoothd must answer that it advertises; it takes a tenth of a second.
  private static let registerLimit = Duration.seconds(8)

  /// The time for which a new link is left alone before the advertisement is registered again.
  static let settleTime = Duration.seconds(3)

  let clock: any Clock<Duration>
  var advertiser = Advertiser()
  /// The advertisements that say something else than what is exported.
  private var changed: Set<Advertiser.Kind> = []
  /// The pause before the next attempt to advertise.
  private var pause: Task<Void, Never>?
  /// The continuations that wait until all requests about advertisements are answered.
  private var waiters: [CheckedContinuation<Void, Never>] = []
  /// The task that follows the objects of bluetoothd until the peripheral stops.
  private(set) var following: Task<Void, Never>?
  /// The number of the observer of bluetoothd's changes.
  private var observer: Int?
  var centrals: Set<ObjectPath> = []
  var linksMade = 0
  /// The number of times the controller was discoverable, and was made not to be.
  var timesHidden = 0
  var isServing = false
  /// The number of times that the controller, or bluetoothd, went away.
  var losses = 0
  /// The task that ends the time in which the controller may come back.
  var replacement: Task<Void, Never>?
  /// True if that time is over, and any controller will do.
  var isOverdue = false
  private(set) var isStopped = false
  /// True if the bus is gone, and that was told.
  var hasEnded = false

  /// The connection's thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe service.unownedExecutor
  }

  /// A peripheral on `adapter` that is not started yet.
  ///
  /// - Parameters:
  ///   - service: bluetoothd. One connection carries any number of peripherals.
  ///   - adapter: The controller to use.
  ///   - application: What is offered.
  ///   - advertisement: How it is found.
  ///   - clock: What measures how long a new link is left alone.
  ///   - report: Hears what happens, in order, on the connection's own thread, and must not wait.
  /// - Throws: Nothing that depends on the arguments.
  public init(
    _ service: BluetoothService,
    on adapter: Adapter,
    offering application: GATTApplication,
    as advertisement: Advertisement,
    clock: any Clock<Duration> = ContinuousClock(),
    report: @escaping @Sendable (PeripheralEvent) -> Void
  ) throws(BlueZError) {
    self.report = report
    self.service = service
    self.clock = clock
    self.adapter = adapter
    services = Set(application.services.map(\.uuid))
    let number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
    do throws(InvalidText) {
      root = try ObjectPath("/tabletooth/application\(number)")
      fullPath = try ObjectPath("/tabletooth/full\(number)")
      let openPath = try ObjectPath("/tabletooth/advertisement\(number)")
      advertisements = [.open: (openPath, advertisement)]
      layout = try application.layout(below: root, refusing: refusal.decide, onEvent: report)
    } catch {
      throw .bus(.unsendable("\(error)"))
    }
  }

  /// Says what to advertise while there is no room for another central; nothing, unless this is
  /// called before ``start()``.
  ///
  /// A controller that cannot do so while a link stands does not.
  public func advertiseWhenFull(_ advertisement: Advertisement) {
    advertisements[.full] = (fullPath, advertisement)
  }

  /// Says which writes are refused from now on, and why; none, unless this is called.
  ///
  /// A central learns of it only if the characteristic has no
  /// ``CharacteristicFlag/writeWithoutResponse``.
  ///
  /// - Parameter decide: The reason, or `nil` to take the value. It is called on the connection's
  ///   own thread, and must not wait.
  public nonisolated func refuseWrites(
    _ decide: @escaping @Sendable (WriteRequest) -> ATTError?
  ) {
    refusal.set(decide)
  }

  // MARK: Life

  /// Offers the application and begins to advertise.
  ///
  /// If that fails, or the task is cancelled, the peripheral is stopped.
  ///
  /// - Throws: ``BlueZError/notReady(_:)`` when the controller is off,
  ///   ``BlueZError/accessDenied(_:)``, ``BlueZError/notRunning``, ``BlueZError/failed(_:)`` when
  ///   the advertisement is too long, or whatever else bluetoothd says.
  public func start() async throws(BlueZError) {
    do throws(BlueZError) {
      try await begin()
    } catch {
      await stop()
      throw error
    }
  }

  private func begin() async throws(BlueZError) {
    try await service.export(layout, below: root)
    do throws(BusError) {
      for (kind, (path, advertisement)) in advertisements {
        let report = report
        let exported = advertisement.exported { if kind == .open { report(.advertising(false)) } }
        try await service.connection.export([exported], at: path)
      }
    } catch {
      throw BlueZError(error)
    }
    let changes = await service.changes()
    observer = await service.observe(
      { [weak self] service, change in
        let objects = service.objects
        self?.assumeIsolated { $0.note(change, objects) }
      },
      atEnd: {}
    )
    try await register()
    isServing = true
    advertiser.wanted = .open
    do throws(BlueZError) {
      try await advertise(attempts: Self.startAttempts)
    } catch {
      // Some controllers cannot be found while a link stands, such as one of the program before
      // this one. Whoever has it can use it.
      guard error.mayAdvertiseLater, await service.isLinked(adapterPath) else { throw error }
      Task { await self.readvertise() }
    }
    guard !isStopped else { return }
    // It ends with the peripheral, or with the stream, which ends with the connection.
    following = Task { await self.follow(changes) }
    // Whatever went away during the start may come back.
    if losses > 0 { lose() }
  }

  /// Stops advertising, takes the application back, and ends the links to all centrals.
  ///
  /// A cancelled task does all this too.
  public func stop() async {
    guard !isStopped else { return }
    isStopped = true
    replacement?.cancel()
    following?.cancel()
    if let observer { await service.stopObserving(observer) }
    advertiser.wanted = nil
    pause?.cancel()
    // bluetoothd may be gone, and with it all that is to be undone.
    try? await advertise(attempts: 1)
    // Another task may be at it, and takes it back then.
    if advertiser.isBusy { await withCheckedContinuation { waiters.append($0) } }
    await showAgain()
    for central in centrals.sorted() {
      try? await service.disconnect(central)
    }
    try? await service.end(
      adapterPath,
      BlueZName.gattManager,
      "UnregisterApplication",
      [.objectPath(root)]
    )
    for path in layout.objects.map(\.path) + [root] + advertisements.values.map(\.path) {
      // Without a connection nothing is exported.
      try? await service.connection.unexport(path)
    }
  }

  // MARK: Advertising

  /// Says whether there is room for another central: only then one can connect.
  public func setAdvertising(_ isOpen: Bool) async {
    guard !isStopped else { return }
    advertiser.wanted = isOpen ? .open : advertisements[.full].map { _ in .full }
    await readvertise()
  }

  /// Says other manufacturer data from now on, while there is room for another central and while
  /// there is none.
  ///
  /// It is said with a new registration: a controller that has stopped to advertise begins again
  /// only with one, and bluetoothd 5.66 has a fault in changing one that is registered.
  public func setManufacturerData(
    _ data: [UInt16: [UInt8]],
    whenFull fullData: [UInt16: [UInt8]]
  ) async {
    guard !isStopped else { return }
    for (kind, data) in [(Advertiser.Kind.open, data), (.full, fullData)]
    where advertisements[kind].map({ $0.1.manufacturerData != data }) ?? false {
      advertisements[kind]?.1.manufacturerData = data
      changed.insert(kind)
    }
    advertiser.contentChanged()
    await readvertise()
  }

  /// Exports what is said of `kind` now, which nobody may have registered at the moment.
  private func exportChanges(of kind: Advertiser.Kind) async {
    guard changed.remove(kind) != nil, let (path, advertisement) = advertisements[kind] else {
      return
    }
    // Before `start()` nothing is exported yet, and is then as it is now.
    try? await service.connection.setProperty(
      BlueZProperty.manufacturerData.rawValue,
      of: BlueZName.advertisement,
      at: path,
      to: Advertisement.value(of: advertisement.manufacturerData)
    )
  }

  /// Brings the advertisement up to date after a change; a controller that cannot advertise now is
  /// no error, only not found.
  func readvertise() async {
    do throws(BlueZError) {
      try await advertise(attempts: .max)
    } catch {
      sayAdvertising(false)
    }
  }

  /// Registers or takes back the advertisement until it is as wanted.
  ///
  /// A second caller leaves the work to the first.
  private func advertise(attempts: Int) async throws(BlueZError) {
    guard advertiser.begin() else { return }
    defer {
      advertiser.end()
      for waiter in waiters { waiter.resume() }
      waiters = []
    }
    var left = attempts
    while isServing, let step = advertiser.next() {
      do throws(BlueZError) {
        try await perform(step)
        advertiser.succeeded(step)
      } catch {
        guard let time = advertiser.failed(step, error) else { continue }
        left -= 1
        guard left > 0, error.mayAdvertiseLater else { throw error }
        await rest(for: time)
      }
    }
  }

  /// Waits, but no longer than the caller's task, and the peripheral, go on.
  private func rest(for time: Duration) async {
    guard !isStopped else { return }
    // It ends below.
    let rest = Task { _ = try? await self.clock.sleep(for: time) }
    pause = rest
    await withTaskCancellationHandler {
      await rest.value
    } onCancel: {
      rest.cancel()
    }
    pause = nil
  }

  private func perform(_ step: Advertiser.Step) async throws(BlueZError) {
    switch step {
    case .register(let kind):
      await exportChanges(of: kind)
      await hideFromClassic()
      try await service.call(
        adapterPath,
        BlueZName.advertisingManager,
        "RegisterAdvertisement",
        [.objectPath(path(of: kind)), .properties([:])],
        timeLimit: Self.registerLimit
      )
      if kind == .open { sayAdvertising(true) }
    case .unregister(let kind):
      do throws(BlueZError) {
        try await service.end(
          adapterPath,
          BlueZName.advertisingManager,
          "UnregisterAdvertisement",
          [.objectPath(path(of: kind))],
          timeLimit: isStopped ? nil : Self.registerLimit
        )
      } catch .doesNotExist {
        // It is a new bluetoothd, or the registration that had no answer was none.
        return
      }
      if kind == .open { sayAdvertising(false) }
    }
  }

  /// Tells whether others can find it, unless its end was told: what was asked of bluetoothd may
  /// fail after that.
  private func sayAdvertising(_ isOn: Bool) {
    if !hasEnded { report(.advertising(isOn)) }
  }

  private func path(of kind: Advertiser.Kind) -> ObjectPath { advertisements[kind]?.path ?? root }
}
