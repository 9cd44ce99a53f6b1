extension Connection {
  /// Offers an object at `path`.
  ///
  /// It has Peer, Introspectable and Properties besides `interfaces`.
  ///
  /// - Throws: ``BusError/alreadyExported(_:)``, or ``BusError/disconnected``.
  public func export(
    _ interfaces: [ExportedInterface],
    at path: ObjectPath
  ) throws(BusError) {
    guard !isClosed else { throw .disconnected }
    try transmitAll(objects.add(interfaces, at: path))
  }

  /// Makes the object at `path` an ObjectManager: it lists the objects below it, and tells when
  /// they come and go.
  public func exportObjectManager(at path: ObjectPath) {
    objects.addManager(at: path)
  }

  /// Takes the object at `path` back; nothing happens when there is none.
  public func unexport(_ path: ObjectPath) throws(BusError) {
    try transmitAll(objects.remove(path))
  }

  /// Changes a property and tells everyone who listens.
  ///
  /// - Throws: ``BusError/remote(name:text:)`` with ``BusError/Name/unknownProperty`` when nothing
  ///   of that name is exported, or what sending can throw.
  public func setProperty(
    _ name: String,
    of interface: String,
    at path: ObjectPath,
    to value: Value
  ) throws(BusError) {
    guard let signal = objects.change([name: value], of: interface, at: path) else {
      throw .remote(
        name: BusError.Name.unknownProperty,
        text: "\(path) has no \(interface).\(name)"
      )
    }
    try send(signal)
  }

  /// Takes the value of a property away until it is set again, and tells everyone who listens.
  ///
  /// Nothing happens when it has none.
  public func withdrawProperty(
    _ name: String,
    of interface: String,
    at path: ObjectPath
  ) throws(BusError) {
    guard objects.property(name, of: interface, at: path) != nil else { return }
    let signal = objects.change([:], gone: [name], of: interface, at: path)
    if let signal { try send(signal) }
  }

  /// Changes properties, takes the values of others away, and tells everyone who listens by one
  /// signal.
  ///
  /// Nothing happens to properties that are not exported.
  package func changeProperties(
    _ values: [String: Value],
    gone: [String],
    of interface: String,
    at path: ObjectPath
  ) throws(BusError) {
    let signal = objects.change(values, gone: gone, of: interface, at: path)
    if let signal { try send(signal) }
  }

  /// Refuses calls by the names and texts of BlueZ's own library from now on.
  package func refuseLikeBlueZ() {
    objects.refusals = .gdbus
  }

  /// The value of a property that is exported here; `nil` when nothing of that name is.
  public func property(_ name: String, of interface: String, at path: ObjectPath) -> Value? {
    objects.property(name, of: interface, at: path)
  }

  /// Answers a call whose handler said ``MethodReply/later``.
  ///
  /// A caller that wanted no answer gets none: the bus would refuse it.
  public func reply(to call: Message, _ reply: MethodReply) throws(BusError) {
    guard call.expectsReply else { return }
    switch reply {
    case .values(let values): try transmit(call.reply(values))
    case .failure(let name, let text): try transmit(call.failure(name: name, text: text))
    case .later: break
    }
  }

  /// Answers a call that has arrived.
  func answer(_ call: Message) {
    let outcome = objects.respond(to: call)
    do throws(BusError) {
      try reply(to: call, outcome.reply)
      try transmitAll(outcome.signals)
    } catch .disconnected {
      // The caller sees the same.
    } catch {
      // Our own handler gave an answer that cannot be sent; the caller must not wait for it.
      _ = try? reply(
        to: call,
        .failure(name: "org.freedesktop.DBus.Error.Failed", text: "\(error)")
      )
    }
  }

  private func transmitAll(_ messages: [Message]) throws(BusError) {
    for message in messages {
      try send(message)
    }
  }
}
