extension Connection {
  /// The number of signals a stream holds for a listener that is slow.
  ///
  /// One more ends the stream.
  public static let signalBacklog = 8_192

  /// Listens to the signals that fit `rule`.
  ///
  /// The stream ends when the connection does. Ending the stream, or dropping it, ends the
  /// subscription. One that is full has lost its place in the order of things, so it ends.
  ///
  /// - Throws: What ``call(_:timeLimit:grace:handle:)`` throws; the bus refuses rules that it
  ///   cannot read.
  public func signals(matching rule: MatchRule) async throws(BusError) -> AsyncStream<Message> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Message.self,
      bufferingPolicy: .bufferingOldest(Self.signalBacklog)
    )
    let id = try await subscribe(
      .init(
        rule: rule,
        receive: { signal in
          if case .dropped = continuation.yield(signal) { false } else { true }
        },
        finish: { continuation.finish() }
      )
    )
    continuation.onTermination = { [weak self] _ in
      self?.later { connection in connection.unsubscribe(id, rule) }
    }
    return stream
  }

  /// Listens to the signals that fit `rule` until ``end(_:)``, or until the connection ends, on the
  /// connection's own thread.
  ///
  /// An `AsyncStream` resumes its reader by way of a thread of the pool; this does not, so it is
  /// for what must be quick.
  ///
  /// - Parameters:
  ///   - rule: Which signals.
  ///   - receive: Hears each of them, in order, and must not wait. It may be called before this
  ///     returns.
  ///   - finish: Learns that no more signals will come.
  /// - Returns: The subscription, to be ended with ``end(_:)``.
  /// - Throws: What ``call(_:timeLimit:grace:handle:)`` throws; the bus refuses rules that it
  ///   cannot read.
  @discardableResult
  public func listen(
    to rule: MatchRule,
    _ receive: @escaping @Sendable (Message) -> Void,
    finish: @escaping @Sendable () -> Void = {}
  ) async throws(BusError) -> Subscription {
    let id = try await subscribe(
      .init(
        rule: rule,
        receive: { signal in
          receive(signal)
          return true
        },
        finish: finish
      )
    )
    return Subscription(id: id, rule: rule)
  }

  /// The number of subscriptions, each of which is a match rule of the bus.
  package var subscriptionCount: Int { subscriptions.count }

  /// Ends a subscription.
  ///
  /// - Returns: Whether it had not ended before.
  @discardableResult
  public func end(_ subscription: Subscription) -> Bool {
    guard subscriptions.contains(subscription.id) else { return false }
    unsubscribe(subscription.id, subscription.rule)
    return true
  }

  private func subscribe(_ listener: Subscriptions.Listener) async throws(BusError) -> Int {
    guard !isClosed else { throw .disconnected }
    guard !Task.isCancelled else { throw .cancelled }
    if let name = listener.rule.ownedName {
      try await follow(name)
    }
    // Listening starts before the bus knows the rule, so that nothing falls in between.
    let id = subscriptions.add(listener)
    do throws(BusError) {
      try await bus("AddMatch", [.string(listener.rule.text)])
    } catch {
      subscriptions.remove(id)
      throw error
    }
    return id
  }

  private func unsubscribe(_ id: Int, _ rule: MatchRule) {
    subscriptions.remove(id)
    var message = Message.methodCall(
      to: Standard.busName,
      path: Standard.busPath,
      interface: Standard.busInterface,
      member: "RemoveMatch",
      [.string(rule.text)]
    )
    message.expectsReply = false
    // A connection that is gone has no rules left to remove.
    _ = try? transmit(message)
  }

  /// Learns who owns `name`, now and later.
  private func follow(_ name: String) async throws(BusError) {
    if subscriptions.followed.insert(name).inserted {
      try await bus("AddMatch", [.string(MatchRule.ownerChanges(of: name).text)])
    }
    subscriptions.setOwner(of: name, to: try await owner(of: name))
  }

  /// The unique name of the connection that owns `name`, or `nil` when nobody does.
  public func owner(of name: String) async throws(BusError) -> String? {
    do throws(BusError) {
      return try await bus("GetNameOwner", [.string(name)]).first?.string
    } catch {
      guard error.remoteName == BusError.Name.nameHasNoOwner else { throw error }
      return nil
    }
  }

  /// Makes this connection the owner of `name`.
  ///
  /// - Returns: Whether it is now; `false` when somebody else is.
  public func requestName(_ name: String) async throws(BusError) -> Bool {
    let doNotQueue: UInt32 = 4
    let reply = try await bus("RequestName", [.string(name), .uint32(doNotQueue)])
    // 1 is "primary owner", 4 is "already the owner".
    return [1, 4].contains(reply.first?.integer)
  }

  /// Gives `name` up.
  public func releaseName(_ name: String) async throws(BusError) {
    try await bus("ReleaseName", [.string(name)])
  }

  @discardableResult
  private func bus(_ member: String, _ arguments: [Value]) async throws(BusError) -> [Value] {
    try await call(
      .methodCall(
        to: Standard.busName,
        path: Standard.busPath,
        interface: Standard.busInterface,
        member: member,
        arguments
      ),
      // The bus answers at once, and what it has taken note of has to be known.
      grace: .seconds(5)
    )
  }
}
