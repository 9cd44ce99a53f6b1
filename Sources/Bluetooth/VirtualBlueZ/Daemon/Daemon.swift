internal import BlueZ
internal import DBus

/// One life of the virtual bluetoothd: a connection to the bus, and the loop that feeds the air and
/// does what it says.
///
/// It lives on the connection's thread.
actor Daemon {
  private let connection: Connection
  private var bluetoothd: Bluetoothd
  private let inputs: AsyncStream<Event>
  private let input: AsyncStream<Event>.Continuation
  private var sockets: [SocketID: PacketSocket] = [:]
  /// The clients whose values are followed, and how; a bus allows 512 rules for a connection.
  private var followed: [String: [Subscription]] = [:]
  /// True if nothing is done any more about what happens.
  private var isHung = false

  /// Something that happens, and who waits for what follows from it.
  private struct Event {
    let input: Input
    var waiter: CheckedContinuation<Void, Never>?
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe connection.unownedExecutor
  }

  /// The name of the bus itself, and of its interface.
  fileprivate static let bus = "org.freedesktop.DBus"

  /// The number of answers of the bus in a pause, so that clients see everything sent to them by
  /// then.
  private static let pauseLength = 5

  private init(_ connection: Connection, _ air: Air) {
    self.connection = connection
    bluetoothd = Bluetoothd(in: air)
    (inputs, input) = AsyncStream.makeStream()
  }

  /// Appears on the bus with all adapters of `air`.
  static func start(on bus: BusAddress, _ air: Air) async throws -> Daemon {
    let connection = try await Connection.open(bus)
    let daemon = Daemon(connection, air)
    do {
      try await daemon.appear()
    } catch {
      await connection.close()
      throw error
    }
    return daemon
  }

  private func appear() async throws {
    let changes = MatchRule(sender: Self.bus, interface: Self.bus, member: "NameOwnerChanged")
    // In the order of the calls: who has seen a client leave finds that it is known here too.
    try await connection.listen(to: changes) { [input] signal in
      guard signal.body.count == 3, let name = signal.body[0].string, name.hasPrefix(":") else {
        return
      }
      if signal.body[2].string?.isEmpty == true { input.yield(Event(input: .clientGone(name))) }
    }
    await connection.refuseLikeBlueZ()
    await connection.exportObjectManager(at: .root)
    for action in bluetoothd.receive(.start) { await perform(action) }
    guard try await connection.requestName(BlueZName.service) else {
      throw VirtualBlueZ.StartFailure.nameTaken
    }
    // It ends with the connection, or when the daemon stops.
    Task { await self.run() }
  }

  /// Leaves the bus at once, without a word; returns the air as it was.
  func stop() async -> Air {
    // A busy bus sees much later that a connection is closed, and the next daemon takes the name.
    try? await connection.releaseName(BlueZName.service)
    await connection.close()
    input.finish()
    for socket in sockets.values { socket.close() }
    followed = [:]
    sockets = [:]
    return bluetoothd.air
  }

  /// Tells those who are served or advertise that it ends, as it does at SIGTERM.
  func sayGoodbye() async {
    guard !isHung else { return }
    for action in bluetoothd.end() { await perform(action) }
  }

  /// Does nothing any more, but stays on the bus.
  func hang() {
    isHung = true
    for socket in sockets.values { socket.stopReading() }
  }

  // MARK: What happens

  /// Takes note of something that happens outside of the bus, and returns when all that follows
  /// from it is done.
  func receive(_ input: Input) async {
    await withCheckedContinuation { waiter in
      let result = self.input.yield(Event(input: input, waiter: waiter))
      if case .terminated = result { waiter.resume() }
    }
  }

  private func run() async {
    for await event in inputs {
      if !isHung {
        for action in bluetoothd.receive(event.input) { await perform(action) }
      }
      event.waiter?.resume()
    }
  }

  // MARK: What is done

  private func perform(_ action: Action) async {
    do throws(BusError) {
      try await attempt(action)
    } catch {
      // The bus is gone, and all clients with it; or a client left before it got its answer.
    }
  }

  private func attempt(_ action: Action) async throws(BusError) {
    switch action {
    case .reply(let call, let values):
      try await connection.reply(to: call, .values(values))
    case .refuse(let call, let refusal):
      try await connection.reply(to: call, .failure(name: refusal.name, text: refusal.text))
    case .export(let path, let interfaces):
      try await connection.export(interfaces.map { exported($0, at: path) }, at: path)
    case .unexport(let path):
      try await connection.unexport(path)
    case .change(let change):
      try await connection.changeProperties(
        [String: Value](uniqueKeysWithValues: change.values.map { ($0.rawValue, $1) }),
        gone: change.gone.map(\.rawValue).sorted(),
        of: change.interface,
        at: change.path
      )
    case .retry(let call):
      input.yield(Event(input: .call(call)))
    case .send(let message):
      try await connection.send(message)
    case .ask(let question):
      ask(question)
    case .follow(let client): try await follow(client)
    case .forget(let client): await forget(client)
    case .expire(let index, let number, let time):
      expire(index, number, after: time)
    case .open(let socket, let mtu, let call):
      try await open(socket, mtu, call)
    case .write(let socket, let bytes):
      sockets[socket]?.write(bytes)
    case .close(let socket):
      sockets.removeValue(forKey: socket)?.close()
    case .settle(let link):
      settle(link)
    case .pause:
      for _ in 0..<Self.pauseLength { _ = try await connection.call(.ping) }
    }
  }

  private func exported(_ interface: ObjectInterface, at path: ObjectPath) -> ExportedInterface {
    let input = input
    let methods = interface.methods.map { method in
      ExportedMethod(method.name, arguments: method.arguments, results: method.results) { call in
        input.yield(Event(input: .call(call)))
        return .later
      }
    }
    let properties = interface.properties.map { name, value in
      guard interface.writable.contains(name) else {
        var property = ExportedProperty(value)
        property.isAbsent = interface.absent.contains(name)
        return (name, property)
      }
      let property = ExportedProperty(value) { value, call in
        input.yield(Event(input: .propertySet(call, path, name, value)))
        return .later
      }
      return (name, property)
    }
    return ExportedInterface(
      interface.name,
      methods: methods,
      properties: [BlueZProperty: ExportedProperty](uniqueKeysWithValues: properties)
    )
  }

  private func ask(_ question: Question) {
    // It ends with the answer, which the time limit brings at the latest.
    Task {
      let answer: Result<[Value], Refusal>
      do throws(BusError) {
        let values = try await connection.call(question.call, timeLimit: question.limit)
        answer = .success(values)
      } catch {
        answer = .failure(.remote(error))
      }
      input.yield(Event(input: .answered(question, answer)))
    }
  }

  /// Listens to the values of a client's characteristics; the bus gives its name to nobody else
  /// when it has left.
  ///
  /// They are taken in as they arrive, as calls are: a client that notifies and then ends the link
  /// has notified before.
  private func follow(_ client: String) async throws(BusError) {
    guard followed[client] == nil else { return }
    let input = input
    let rule = MatchRule(
      sender: client,
      interface: BlueZName.properties,
      member: "PropertiesChanged",
      firstArgument: BlueZName.gattCharacteristic
    )
    let listening = try await connection.listen(to: rule) { signal in
      guard
        signal.body.count == 3, let path = signal.path,
        let value = signal.body[1].properties?[.value]?.bytes
      else { return }
      input.yield(Event(input: .valueChanged(sender: client, path, value)))
    }
    let changes = MatchRule(
      sender: client,
      interface: BlueZName.properties,
      member: "PropertiesChanged",
      firstArgument: BlueZName.advertisement
    )
    let watching = try await connection.listen(to: changes) { signal in
      guard
        signal.body.count == 3, let path = signal.path, let values = signal.body[1].properties
      else { return }
      input.yield(Event(input: .advertisementChanged(sender: client, path, values)))
    }
    followed[client] = [listening, watching]
  }

  /// Takes the rules back by which a client that has left was followed.
  private func forget(_ client: String) async {
    for subscription in followed.removeValue(forKey: client) ?? [] {
      await connection.end(subscription)
    }
  }

  private func expire(_ index: Int, _ number: Int, after time: Duration) {
    let input = input
    // It ends with its time; a daemon that has ended hears nothing of it.
    Task {
      try? await Task.sleep(for: time)
      input.yield(Event(input: .expired(adapter: index, number)))
    }
  }

  private func open(_ socket: SocketID, _ mtu: Int, _ call: Message) async throws(BusError) {
    let input = input
    let opened = PacketSocket(
      onPacket: { input.yield(Event(input: .packet(socket, $0))) },
      onEnd: { input.yield(Event(input: .socketClosed(socket))) }
    )
    guard let opened else {
      input.yield(Event(input: .socketClosed(socket)))
      let refusal = Refusal.failed("Cannot allocate a socket")
      try await connection.reply(to: call, .failure(name: refusal.name, text: refusal.text))
      return
    }
    sockets[socket] = opened
    let mtu = UInt16(clamping: mtu)
    try await connection.reply(
      to: call,
      .values([.unixDescriptor(opened.remote), .uint16(mtu)])
    )
    // The client has its own now; this one would keep the socket open when the client closes its.
    opened.handOver()
  }

  /// The bus answers behind all that was sent before, so what was on its way has arrived then.
  private func settle(_ link: LinkID) {
    // It ends with the answer.
    Task {
      _ = try? await connection.call(.ping)
      input.yield(Event(input: .settled(link)))
    }
  }
}

extension Message {
  /// A call that the bus answers at once.
  fileprivate static var ping: Message {
    .methodCall(
      to: Daemon.bus,
      path: .root,
      interface: "org.freedesktop.DBus.Peer",
      member: "Ping"
    )
  }
}
