public import DBus

/// This machine as a peripheral: it offers a GATT server, advertises it, and keeps both alive.
///
/// The application is registered once. Each registration moves its handles, and centrals may have
/// cached the old ones. The advertisement is registered anew after each connect and disconnect,
/// because the controller stops advertising at the first connection. When bluetoothd restarts, or
/// the controller was off, all is registered again.
///
/// While it advertises, the controller is not discoverable over Bluetooth classic: bluetoothd would
/// leave out the flag "BR/EDR not supported" then (`src/advertising.c: set_flags`), and other
/// computers would try Bluetooth classic, where there is no such service.
public actor Peripheral {
  private let report: @Sendable (PeripheralEvent) -> Void

  let service: BluetoothService
  let adapterPath: ObjectPath
  private var advertisements: [Advertiser.Kind: (path: ObjectPath, Advertisement)]
  private let root: ObjectPath
  let layout: GATTApplication.Layout

  /// How often ``start()`` tries to advertise.
  ///
  /// A controller that was switched on a moment ago may refuse: «Failed to register advertisement».
  private static let startAttempts = 4

  /// How long bluetoothd may take to answer that it advertises; it takes a tenth of a second.
  private static let registerLimit = Duration.seconds(8)

  /// How long a new link is left alone before the advertisement is registered anew.
  private static let settleTime = Duration.seconds(3)

  private let clock: any Clock<Duration>
  private var advertiser = Advertiser()
  /// The advertisements that say something else than what is exported.
  private var changed: Set<Advertiser.Kind> = []
  /// Whether bluetoothd has to answer a call to advertise, or to stop that.
  private var isCalling = false
  /// Who waits until it has.
  private var waiters: [CheckedContinuation<Void, Never>] = []
  private var centrals: Set<ObjectPath> = []
  private var linksMade = 0
  /// How many times the controller was discoverable, and was made not to be.
  var timesHidden = 0
  private var isServing = false
  private var isStopped = false
  /// Whether the bus is gone, and that was told.
  private var hasEnded = false

  /// The connection's thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe service.unownedExecutor
  }

  /// A peripheral on `adapter` that is not started yet.
  ///
  /// - Parameters:
  ///   - service: bluetoothd. One connection carries one peripheral.
  ///   - adapter: The controller to use.
  ///   - application: What is offered.
  ///   - advertisement: How it is found.
  ///   - clock: What measures how long a new link is left alone.
  ///   - report: Hears what happens, in order, on the connection's own thread, and must not wait.
  /// - Throws: Nothing that depends on the arguments; paths are made of fixed words and numbers.
  public init(
    _ service: BluetoothService,
    on adapter: Adapter,
    offering application: GATTApplication,
    as advertisement: Advertisement,
    clock: any Clock<Duration> = ContinuousClock(),
    report: @escaping @Sendable (PeripheralEvent) -> Void
  ) throws(InvalidText) {
    self.report = report
    self.service = service
    self.clock = clock
    adapterPath = adapter.path
    root = try ObjectPath("/tabletooth/application")
    advertisements = [.open: (try ObjectPath("/tabletooth/advertisement"), advertisement)]
    layout = try application.layout(below: root, onEvent: report)
  }

  /// Says what to advertise while there is no room for another central; nothing, unless this is
  /// called before ``start()``.
  ///
  /// A controller that cannot do so while a link stands does not.
  public func advertise(_ advertisement: Advertisement, whenFullAt path: ObjectPath) {
    advertisements[.full] = (path, advertisement)
  }

  // MARK: Life

  /// Offers the application and begins to advertise.
  ///
  /// - Throws: ``BlueZError/notReady(_:)`` when the controller is off,
  ///   ``BlueZError/accessDenied(_:)``, ``BlueZError/notRunning``, ``BlueZError/failed(_:)`` when
  ///   the advertisement is too long, or whatever else bluetoothd says.
  public func start() async throws(BlueZError) {
    do throws(BusError) {
      await service.connection.exportObjectManager(at: root)
      for object in layout.objects {
        try await service.connection.export([object.interface], at: object.path)
      }
      for (kind, (path, advertisement)) in advertisements {
        let report = report
        let exported = advertisement.exported { if kind == .open { report(.advertising(false)) } }
        try await service.connection.export([exported], at: path)
      }
    } catch {
      throw BlueZError(error)
    }
    let changes = await service.changes()
    try await register()
    advertiser.wanted = .open
    do throws(BlueZError) {
      try await advertise(attempts: Self.startAttempts)
    } catch {
      // Some controllers cannot be found while a link stands, such as one of the program before
      // this one. Whoever has it can use it.
      guard error.mayAdvertiseLater, await service.isLinked(adapterPath) else { throw error }
      Task { await self.readvertise() }
    }
    // It ends with the stream, which ends with the connection.
    Task { await self.follow(changes) }
  }

  /// Stops advertising, takes the application back, and ends the links to all centrals.
  public func stop() async {
    guard !isStopped else { return }
    isStopped = true
    advertiser.wanted = nil
    // bluetoothd may be gone, and with it all that is to be undone.
    try? await advertise(attempts: 1)
    // Somebody else may be at it, and takes it back then.
    while isCalling { await callsEnd() }
    await showAgain()
    for central in centrals.sorted() {
      try? await service.disconnect(central)
    }
    _ = try? await service.call(
      adapterPath,
      BlueZName.gattManager,
      "UnregisterApplication",
      [.objectPath(root)]
    )
  }

  private func register() async throws(BlueZError) {
    do throws(BlueZError) {
      try await service.call(
        adapterPath,
        BlueZName.gattManager,
        "RegisterApplication",
        [.objectPath(root), .properties([:])]
      )
    } catch .alreadyExists {
      // It still is, after the controller was off for a moment.
    }
    isServing = true
  }

  // MARK: Advertising

  /// Says whether there is room for another central: only then one can connect.
  public func setAdvertising(_ isOpen: Bool) async {
    advertiser.wanted = isOpen ? .open : advertisements[.full].map { _ in .full }
    await readvertise()
  }

  /// Says other manufacturer data from now on, while there is room for another central and while
  /// there is none.
  ///
  /// It is said with a new registration: a controller that has stopped to advertise begins again
  /// only with one, and bluetoothd 5.66 crashes when it is told to take an advertisement back while
  /// it is busy with a property of it that has changed.
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
      Advertisement.manufacturerDataName,
      of: BlueZName.advertisement,
      at: path,
      to: Advertisement.value(of: advertisement.manufacturerData)
    )
  }

  /// Brings the advertisement up to date after a change; a controller that cannot advertise now is
  /// no error, only not found.
  private func readvertise() async {
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
    defer { advertiser.end() }
    var left = attempts
    while isServing, let step = advertiser.next() {
      do throws(BlueZError) {
        try await perform(step)
        advertiser.succeeded(step)
      } catch {
        guard let pause = advertiser.failed(step, error) else { continue }
        left -= 1
        guard left > 0, error.mayAdvertiseLater else { throw error }
        // Cancelled, it tries at once, and ends with the connection.
        try? await clock.sleep(for: pause)
      }
    }
  }

  private func callsEnd() async {
    await withCheckedContinuation { waiters.append($0) }
  }

  private func perform(_ step: Advertiser.Step) async throws(BlueZError) {
    isCalling = true
    defer {
      isCalling = false
      for waiter in waiters { waiter.resume() }
      waiters = []
    }
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
        try await service.call(
          adapterPath,
          BlueZName.advertisingManager,
          "UnregisterAdvertisement",
          [.objectPath(path(of: kind))],
          timeLimit: Self.registerLimit
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

  // MARK: Changes

  private func follow(_ changes: AsyncStream<ObjectTree.Change>) async {
    for await change in changes {
      guard !isStopped else { return }
      await handle(change)
    }
    // Without a bus there is nothing to come back to.
    isServing = false
    centrals = []
    hasEnded = true
    report(.ended)
  }

  private func handle(_ change: ObjectTree.Change) async {
    switch change {
    case .changed(let path, interface: BlueZName.device, let properties):
      await handle(properties, ofDevice: path)
    case .added(let path, let interfaces) where interfaces.contains(BlueZName.device):
      if await service.device(at: path)?.isConnected == true { await link(path, isUp: true) }
    case .removed(let path, let interfaces) where interfaces.contains(BlueZName.device):
      await link(path, isUp: false)
    case .changed(adapterPath, interface: BlueZName.adapter, let properties):
      await handle(adapterProperties: properties)
    case .removed(adapterPath, _), .serviceLost:
      lose()
    case .added(adapterPath, let interfaces) where interfaces.contains(BlueZName.advertisingManager):
      await restore()
    case .serviceReturned:
      // The adapter may come later; then its own signal says so.
      if await service.objects[adapterPath, BlueZName.gattManager] != nil { await restore() }
    case .added, .removed, .changed:
      break
    }
  }

  private func handle(_ properties: [String: Value], ofDevice path: ObjectPath) async {
    if let isConnected = properties["Connected"]?.boolean {
      await link(path, isUp: isConnected)
    } else if properties["ServicesResolved"]?.boolean == true {
      // 5.66 sometimes does not tell of `Connected`.
      await link(path, isUp: true)
    }
  }

  private func handle(adapterProperties properties: [String: Value]) async {
    if properties["Discoverable"]?.boolean == true, mayHide {
      // bluetoothd changes what is registered: the name, and the flags of the next registration.
      linksChanged()
    }
    guard let isPowered = properties["Powered"]?.boolean else { return }
    if isPowered { await restore() } else { lose() }
  }

  private func link(_ path: ObjectPath, isUp: Bool) async {
    if isUp {
      guard
        let device = await service.device(at: path), device.adapterPath == adapterPath,
        centrals.insert(path).inserted
      else { return }
      report(.connected(device))
      // Controllers do not like to be told to advertise while a link is being set up, and whoever
      // came may fill the last place.
      linksMade += 1
      let link = linksMade
      Task {
        try? await self.clock.sleep(for: Self.settleTime)
        // A younger link has its own time to settle.
        if self.linksMade == link { self.linksChanged() }
      }
    } else {
      guard centrals.remove(path) != nil else { return }
      report(.disconnected(path))
      linksChanged()
    }
  }

  private func linksChanged() {
    guard !isStopped else { return }
    advertiser.linksChanged()
    // A controller that refuses must not keep us from the next change.
    Task { await self.readvertise() }
  }

  private func lose() {
    guard isServing else { return }
    isServing = false
    centrals = []
    advertiser.lost()
    report(.lost)
  }

  private func restore() async {
    guard !isServing else {
      // bluetoothd takes applications before the controller is on, and advertisements after.
      Task { await self.readvertise() }
      return
    }
    do throws(BlueZError) {
      try await register()
      report(.returned)
      Task { await self.readvertise() }
    } catch {
      // Not ready yet; the next change of the adapter is the next chance.
      isServing = false
    }
  }
}
