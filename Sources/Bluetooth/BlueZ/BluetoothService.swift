package import DBus

/// bluetoothd, over one D-Bus connection: its objects as they are now, and news of them.
///
/// It lives on the connection's own thread, so that nothing hops between the two. Open one for each
/// Bluetooth session: bluetoothd forgets subscriptions only when the connection that made them
/// closes.
public actor BluetoothService {
  /// The connection that carries everything.
  package nonisolated let connection: Connection
  /// The objects as bluetoothd last told of them.
  ///
  /// The properties of adapters, devices and advertising managers are kept up to date; those of
  /// other interfaces are as they were when the object came. Values of characteristics go only to
  /// those who listen to them: whoever is connected to the bus would be woken for each otherwise.
  package private(set) var objects = ObjectTree()
  /// True if bluetoothd is there.
  public private(set) var isRunning = false {
    didSet { hasRun = hasRun || isRunning }
  }
  /// True if bluetoothd was there at any time.
  private var hasRun = false
  /// The reason why nothing can be asked of bluetoothd when it is not there.
  public var absence: BlueZError { hasRun ? .gone : .notRunning }

  /// How long bluetoothd may take.
  public nonisolated let limits: TimeLimits

  /// The interfaces whose properties are kept up to date.
  private static let followed = [BlueZName.adapter, BlueZName.device, BlueZName.advertisingManager]

  private var owner: String?
  private var listeners = ChangeListeners()
  private var observers = Observers()
  /// True if the last call that was to end something had no answer, and none came since.
  private var isSilent = false
  /// The number of searches on each adapter that are not stopped yet.
  var searches: [ObjectPath: Int] = [:]
  /// The tasks that end the last search on each adapter.
  var searchEnds: [ObjectPath: Task<BlueZError?, Never>] = [:]
  /// The subscriptions to each characteristic, with where their values go.
  var values: [ObjectPath: [Subscription: SubscribedValues]] = [:]
  /// True if the connection has ended, by us or by the bus, and with it all of this.
  public private(set) var isFinished = false

  /// The connection's thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe connection.unownedExecutor
  }

  private init(connection: Connection, limits: TimeLimits) {
    self.connection = connection
    self.limits = limits
  }

  /// Connects to the bus and learns what bluetoothd has.
  ///
  /// It succeeds without bluetoothd too, with ``isRunning`` false: bluetoothd may come later.
  ///
  /// - Parameters:
  ///   - bus: Where bluetoothd is; the system bus unless tests bring one of their own.
  ///   - limits: How long bus and bluetoothd may take.
  /// - Returns: The service with its objects.
  /// - Throws: ``BlueZError/bus(_:)`` when the bus cannot be reached,
  ///   ``BlueZError/accessDenied(_:)`` when its policy forbids to talk to bluetoothd.
  public static func open(
    _ bus: BluetoothBus = .system,
    limits: TimeLimits = TimeLimits()
  ) async throws(BlueZError) -> BluetoothService {
    let connection: Connection
    do throws(BusError) {
      connection = try await Connection.open(bus.address, timeLimit: limits.answer)
    } catch {
      throw BlueZError(error)
    }
    let service = BluetoothService(connection: connection, limits: limits)
    do throws(BlueZError) {
      try await service.start()
    } catch {
      await connection.close()
      throw error
    }
    return service
  }

  private func start() async throws(BlueZError) {
    do throws(BusError) {
      try await connection.listen(to: .ownerChanges(of: BlueZName.service)) { [weak self] signal in
        self?.assumeIsolated { $0.changeOwner(signal) }
      }
      try await connection.listen(
        to: MatchRule(sender: BlueZName.service, interface: BlueZName.objectManager),
        { [weak self] signal in self?.assumeIsolated { $0.receive(signal) } },
        finish: { [weak self] in self?.assumeIsolated { $0.finish() } }
      )
      for interface in Self.followed {
        let rule = MatchRule(
          sender: BlueZName.service,
          interface: BlueZName.properties,
          member: "PropertiesChanged",
          firstArgument: interface
        )
        try await connection.listen(to: rule) { [weak self] signal in
          self?.assumeIsolated { $0.receive(signal) }
        }
      }
      owner = try await connection.owner(of: BlueZName.service)
    } catch {
      throw BlueZError(error)
    }
    do throws(BlueZError) {
      // This starts bluetoothd where the bus knows how.
      try await refresh()
    } catch .notRunning {
      isRunning = false
    }
  }

  /// Closes the connection.
  ///
  /// Everything that was registered through it is gone with that, but links stay up: disconnect
  /// them before.
  public func close() async {
    await connection.close()
  }

  // MARK: What changes

  /// News of the objects from now on; the stream ends with the connection.
  ///
  /// - Parameter buffer: Which changes wait for a reader: the latest so many, or up to so many
  ///   (default: 4,096), where one more ends the stream, because none may be missing.
  /// - Returns: The changes.
  package func changes(
    _ buffer: ChangeListeners.BufferingPolicy = .bufferingOldest(4_096)
  ) -> AsyncStream<ObjectTree.Change> {
    listeners.add(buffer) { [weak self] id in
      // The stream may end anywhere; the list is this actor's.
      Task { await self?.removeListener(id) }
    }
  }

  private func removeListener(_ id: Int) {
    listeners.remove(id)
  }

  /// Calls `receive` with each change of the objects until ``stopObserving(_:)``, and `finish` when
  /// the connection ends before that; neither may wait.
  func observe(
    _ receive: @escaping Observers.Receive,
    atEnd finish: @escaping Observers.Finish
  )
    -> Int
  {
    observers.add(receive, finish)
  }

  /// Ends what ``observe(_:atEnd:)`` began.
  func stopObserving(_ observer: Int) {
    observers.remove(observer)
  }

  private func publish(_ change: ObjectTree.Change) {
    for receive in observers.receivers { receive(self, change) }
    listeners.publish(change)
  }

  private func receive(_ signal: Message) {
    guard signal.sender == owner, let change = objects.apply(signal) else { return }
    publish(change)
  }

  private func finish() {
    isFinished = true
    isRunning = false
    listeners.finish()
    observers.finish()
  }

  private func changeOwner(_ signal: Message) {
    let successor = signal.body.last?.string.flatMap { $0.isEmpty ? nil : $0 }
    guard successor != owner else { return }
    if isRunning {
      isRunning = false
      objects.removeAll()
      publish(.serviceLost)
    }
    owner = successor
    guard successor != nil else { return }
    // Its signals count from now on. Whatever it shows already is asked for, which may fail when it
    // is on its way down again.
    Task {
      try? await self.refresh()
      if self.isRunning { self.publish(.serviceReturned) }
    }
  }

  private func refresh() async throws(BlueZError) {
    try await call(.root, BlueZName.objectManager, "GetManagedObjects") {
      [weak self] reply in
      self?.assumeIsolated { $0.objects.replace(with: reply.first) }
    }
    isRunning = owner != nil
  }

  /// Asks for the properties of an interface, for when their changes may not have been told.
  ///
  /// - Throws: What bluetoothd says; ``BlueZError/objectGone(_:)`` when there is no such object any
  ///   more.
  package func reload(_ interface: String, at path: ObjectPath) async throws(BlueZError) {
    try await call(path, BlueZName.properties, "GetAll", [.string(interface)]) {
      [weak self] reply in
      self?.assumeIsolated { $0.update(path, interface, reply.first?.properties) }
    }
  }

  private func update(
    _ path: ObjectPath,
    _ interface: String,
    _ properties: ObjectTree.Properties?
  ) {
    if let properties, let change = objects.update(path, interface, properties) { publish(change) }
  }

  // MARK: Calls

  /// Calls a method of one of bluetoothd's objects.
  ///
  /// - Parameters:
  ///   - path: The object.
  ///   - interface: The interface.
  ///   - member: The method.
  ///   - arguments: Its arguments.
  ///   - timeLimit: How long the answer may take (default: ``TimeLimits/answer``).
  ///   - handle: Sees the results before any signal that came after them is delivered. It must not
  ///     wait.
  /// - Returns: The results.
  /// - Throws: What bluetoothd, or the bus, says.
  @discardableResult
  package func call(
    _ path: ObjectPath,
    _ interface: String,
    _ member: String,
    _ arguments: [Value] = [],
    timeLimit: Duration? = nil,
    handle: @escaping @Sendable ([Value]) -> Void = { _ in }
  ) async throws(BlueZError) -> [Value] {
    let message = Self.message(path, interface, member, arguments)
    return try await send(message, timeLimit ?? limits.answer, handle: handle)
  }

  /// Calls a method whose effect has to be known, so that it can be undone: a cancelled task waits
  /// for the answer, though only for ``TimeLimits/ending``.
  func callEvenIfCancelled(
    _ path: ObjectPath,
    _ interface: String,
    _ member: String,
    _ arguments: [Value] = []
  ) async throws(BlueZError) {
    let message = Self.message(path, interface, member, arguments)
    _ = try await send(message, limits.answer, grace: limits.ending)
  }

  /// Calls a method that ends something, in a cancelled task too.
  ///
  /// - Throws: What bluetoothd says, or ``BlueZError/timedOut(_:)`` after ``TimeLimits/ending``, or
  ///   at once if bluetoothd did not answer the last such call.
  func end(
    _ path: ObjectPath,
    _ interface: String,
    _ member: String,
    _ arguments: [Value] = [],
    timeLimit: Duration? = nil
  ) async throws(BlueZError) {
    let message = Self.message(path, interface, member, arguments)
    let limit = isSilent ? .zero : timeLimit ?? limits.ending
    do throws(BlueZError) {
      _ = try await send(message, limit, grace: limit)
    } catch {
      if case .timedOut = error { isSilent = true }
      throw error
    }
  }

  private func send(
    _ message: Message,
    _ timeLimit: Duration,
    grace: Duration? = nil,
    handle: @escaping @Sendable ([Value]) -> Void = { _ in }
  ) async throws(BlueZError) -> [Value] {
    do throws(BusError) {
      let answer = try await connection.call(
        message,
        timeLimit: timeLimit,
        grace: grace,
        handle: handle
      )
      isSilent = false
      return answer
    } catch {
      if error.remoteName != nil { isSilent = false }
      throw failure(error, at: message.path)
    }
  }

  private static func message(
    _ path: ObjectPath,
    _ interface: String,
    _ member: String,
    _ arguments: [Value]
  ) -> Message {
    .methodCall(
      to: BlueZName.service,
      path: path,
      interface: interface,
      member: member,
      arguments
    )
  }

  private func failure(_ error: BusError, at path: ObjectPath? = nil) -> BlueZError {
    let failure = objects.meaning(of: BlueZError(error), at: path)
    return failure == .notRunning ? absence : failure
  }

  /// Sets a property of one of bluetoothd's objects.
  ///
  /// - Throws: What bluetoothd, or the bus, says.
  package func set(
    _ property: BlueZProperty,
    of interface: String,
    at path: ObjectPath,
    to value: Value
  ) async throws(BlueZError) {
    try await call(
      path,
      BlueZName.properties,
      "Set",
      [.string(interface), .string(property.rawValue), .variant(value)]
    )
  }

  /// Waits until `condition` holds for the objects, and looks again at each change of them.
  ///
  /// - Returns: Whether it held before `timeLimit`, measured by `clock`, was over.
  package func wait(
    upTo timeLimit: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    until condition: @escaping @Sendable (ObjectTree) -> Bool
  ) async -> Bool {
    // One change is enough to look again.
    let changes = changes(.bufferingNewest(1))
    if condition(objects) { return true }
    return await withTaskGroup(of: Bool.self) { group in
      group.addTask { await self.holds(condition, after: changes) }
      group.addTask {
        // Cancelled means that the other one is done.
        try? await clock.sleep(for: timeLimit)
        return false
      }
      let result = await group.next() ?? false
      group.cancelAll()
      return result
    }
  }

  private func holds(
    _ condition: @Sendable (ObjectTree) -> Bool,
    after changes: AsyncStream<ObjectTree.Change>
  ) async -> Bool {
    for await _ in changes where condition(objects) { return true }
    return false
  }
}
