/// A connection to a message bus.
///
/// All of it happens on one thread. libdbus is the codec and the transport; this actor routes what
/// arrives: answers to those who wait for them, signals to streams, calls to the objects that are
/// exported.
public actor Connection {
  private let executor: BusExecutor
  let handle: BusHandle
  private var watch: Int?
  private(set) var isClosed = false

  var calls = PendingCalls()
  /// When the timer of the calls fires; `nil` if it is not armed.
  private var armedDeadline: ContinuousClock.Instant?
  var subscriptions = Subscriptions()
  var objects = ObjectRegistry()
  private var name = ""

  /// The thread of this connection.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// An executor on the thread of this connection, for a task that calls it.
  ///
  /// Swift resumes what waited by way of the thread pool otherwise, and to wake another thread
  /// takes longer than a message does.
  public nonisolated var taskExecutor: any TaskExecutor { executor.taskExecutor }

  private init(address: String) throws(BusError) {
    executor = BusExecutor()
    handle = try BusHandle(connectingTo: address)
  }

  /// Connects to a bus, authenticates and says hello.
  ///
  /// - Parameters:
  ///   - address: Where the bus listens.
  ///   - timeLimit: How long the bus may take to answer. Five seconds are ample for a bus on the
  ///     same machine.
  /// - Returns: A connection that has its unique name.
  /// - Throws: ``BusError/unreachable(address:name:text:)``, also for an address that is neither
  ///   `unix:` nor `tcp:`, or ``BusError/timedOut(after:)`` and ``BusError/disconnected`` when the
  ///   bus does not let us in.
  public static func open(
    _ address: BusAddress,
    timeLimit: Duration = .seconds(5)
  ) async throws(BusError) -> Connection {
    try address.checkTransports()
    let connection = try Connection(address: address.text)
    try await connection.start(timeLimit: timeLimit)
    return connection
  }

  private func start(timeLimit: Duration) async throws(BusError) {
    guard let descriptor = handle.descriptor else { throw .disconnected }
    watch = loop.watch(descriptor, for: .reading) { [weak self] in
      self?.assumeIsolated { $0.transfer() }
    }
    transfer()
    do throws(BusError) {
      let hello = Message.methodCall(
        to: Standard.busName,
        path: Standard.busPath,
        interface: Standard.busInterface,
        member: "Hello"
      )
      name = try await call(hello, timeLimit: timeLimit).first?.string ?? ""
    } catch {
      close()
      throw error
    }
  }

  /// The name that the bus gave this connection, such as `:1.42`.
  public var uniqueName: String { name }

  /// Closes the connection.
  ///
  /// What the socket did not take yet is lost; that is nothing unless the bus is stuck.
  ///
  /// Calls that wait fail with ``BusError/disconnected``, and streams of signals end.
  public func close() {
    guard !isClosed else { return }
    if handle.isConnected { handle.transfer() }
    disconnected()
  }

  /// Everything that ends with the connection.
  private func disconnected() {
    guard !isClosed else { return }
    isClosed = true
    if let watch { loop.unwatch(watch) }
    watch = nil
    loop.setTimer(nil) {}
    handle.close()
    calls.failAll(.disconnected)
    subscriptions.finishAll()
  }

  // MARK: The socket

  /// Reads and writes what the socket allows, and handles what arrived.
  private func transfer() {
    guard !isClosed else { return }
    handle.transfer()
    while !isClosed, let message = handle.nextMessage() {
      receive(message)
    }
    if !handle.isConnected {
      disconnected()
    } else {
      watchWriting()
    }
  }

  private func receive(_ message: Message) {
    if message.kind == .methodCall || message.kind == .signal { Self.note(heard: message) }
    switch message.kind {
    case .methodReturn, .error: calls.finish(with: message)
    case .methodCall: answer(message)
    case .signal where message.interface == Standard.localInterface: break
    case .signal: deliver(message)
    }
  }

  /// Hands `signal` to everyone whose rule fits; whoever hears it may end other subscriptions.
  private func deliver(_ signal: Message) {
    for (id, listener) in subscriptions.listeners(for: signal) where !listener.receive(signal) {
      subscriptions.remove(id)
    }
  }

  /// Sends `message` without waiting for anything, and returns its serial number.
  @discardableResult
  func transmit(_ message: Message) throws(BusError) -> UInt32 {
    guard !isClosed else { throw .disconnected }
    let wire = try WireMessage(encoding: message)
    if message.hasDescriptors, !handle.passesDescriptors { throw .descriptorsUnsupported }
    let serial = handle.send(wire)
    watchWriting()
    return serial
  }

  /// Waits for the socket to take more only while libdbus has more.
  private func watchWriting() {
    guard let watch else { return }
    loop.watch(watch, for: handle.wantsToWrite ? [.reading, .writing] : .reading)
  }

  // MARK: Time limits of calls

  /// Runs `body` on the thread of this connection, later.
  nonisolated func later(_ body: @escaping @Sendable (isolated Connection) -> Void) {
    executor.loop.add(.call { [weak self] in self?.assumeIsolated(body) })
  }

  /// The loop that runs this connection.
  var loop: BusLoop { executor.loop }

  /// Arms the one timer for a call that gives up at `deadline`, unless it fires before.
  ///
  /// It stays armed when that call is answered: the next one most often gives up later.
  func armCallTimer(for deadline: ContinuousClock.Instant) {
    if let armed = armedDeadline, armed <= deadline { return }
    armedDeadline = deadline
    loop.setTimer(deadline) { [weak self] in
      self?.assumeIsolated { $0.expireCalls() }
    }
  }

  private func expireCalls() {
    armedDeadline = nil
    calls.expire(at: .now)
    if let next = calls.earliestDeadline { armCallTimer(for: next) }
  }
}
