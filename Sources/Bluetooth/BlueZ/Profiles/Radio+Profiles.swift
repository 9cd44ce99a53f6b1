extension Radio {
  /// Looks for the first device that offers a profile.
  ///
  /// - Parameters:
  ///   - profile: The profile.
  ///   - limit: How long to look.
  ///   - clock: Measures that.
  /// - Returns: The device, which bluetoothd remembers for 30 seconds.
  /// - Throws: ``BlueZError/timedOut(_:)`` if none was heard, or why one cannot look.
  public func first(
    offering profile: any Profile.Type,
    within limit: Duration = .seconds(30),
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws -> Device {
    try await first(offering: [profile.uuid], within: limit, clock: clock)
  }

  /// Connects to `device` for as long as `body` runs.
  ///
  /// - Parameters:
  ///   - device: The device. A search has found it a moment ago, and has ended.
  ///   - profile: A service that it has to show, with all characteristics that are not optional.
  ///   - others: More such services.
  ///   - limit: How long all attempts to connect may take together (default: no limit but those of
  ///     each attempt).
  ///   - body: Uses the connection.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, or why there is no connection.
  public func withConnection<Result>(
    to device: Device,
    expecting profile: any Profile.Type,
    _ others: any Profile.Type...,
    within limit: Duration? = nil,
    _ body: (DeviceConnection) async throws -> Result
  ) async throws -> Result {
    let services = ([profile] + others).map { $0.expectedService }
    return try await withConnection(to: device, expecting: services, within: limit, body)
  }

  /// Offers profiles under `name` for as long as `body` runs, and ends all links to centrals then.
  ///
  /// - Parameters:
  ///   - profiles: The services.
  ///   - name: The name that is advertised.
  ///   - limit: How long it may take until centrals can find it.
  ///   - body: Gets the server.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, or why nothing can be offered.
  public func serve<Result>(
    _ profiles: any Profile.Type...,
    as name: String,
    within limit: Duration? = nil,
    _ body: (Server) async throws -> Result
  ) async throws -> Result {
    let application = GATTApplication(services: profiles.map { $0.service })
    return try await serve(application, as: name, within: limit, body)
  }
}

extension DeviceConnection {
  /// Reads a value.
  ///
  /// - Throws: What the device or bluetoothd says, or ``BlueZError/malformed(_:_:)``.
  public func read<Value>(
    _ characteristic: Characteristic<Value>,
    within limit: Duration? = nil
  ) async throws(BlueZError) -> Value {
    let bytes = try await read(characteristic.uuid, within: limit)
    guard let value = Value(bytes: bytes) else { throw .malformed(characteristic.uuid, bytes) }
    return value
  }

  /// Writes a value, with an answer if the characteristic has one.
  public func write<Value>(
    _ value: Value,
    to characteristic: Characteristic<Value>,
    within limit: Duration? = nil
  ) async throws(BlueZError) {
    let kind = characteristic.flags.contains(.write) ? WriteKind.request : .command
    try await write(value.bytes, to: characteristic.uuid, kind, within: limit)
  }

  /// Subscribes to a characteristic until nobody can read the stream any longer, or the connection
  /// ends.
  ///
  /// Its limit is that of ``values(of:within:)``. A malformed value ends it with
  /// ``BlueZError/malformed(_:_:)``.
  ///
  /// - Parameters:
  ///   - characteristic: The characteristic.
  ///   - limit: How long it may take to subscribe.
  /// - Returns: Each value from now on, in order.
  /// - Throws: What the device or bluetoothd says.
  public func values<Value>(
    of characteristic: Characteristic<Value>,
    within limit: Duration? = nil
  ) async throws(BlueZError) -> BluetoothStream<Value> {
    try await values(of: characteristic.uuid, within: limit) { Value(bytes: $0) }
  }
}

/// A value that a central has written, decoded.
public struct ProfileWrite<Value: CharacteristicValue>: Sendable {
  /// The value.
  public let value: Value
  /// The write itself: who wrote, and over which MTU.
  public let request: WriteRequest
}

extension Server {
  /// The values that centrals write to a characteristic, in order, with the limit of ``writes``.
  ///
  /// Centrals are other programs, so a value that is malformed is passed over.
  ///
  /// - Throws: ``BlueZError/doesNotExist(_:)`` if no profile that is served has it.
  public func writes<Value>(
    to characteristic: Characteristic<Value>
  ) throws(BlueZError) -> ProfileWrites<Value> {
    ProfileWrites(requests: try writes(to: characteristic.uuid))
  }

  /// Sends `value` to every central that is subscribed to `characteristic`.
  public func notify<Value>(
    _ value: Value,
    of characteristic: Characteristic<Value>
  ) async throws(BlueZError) {
    try await notify(value.bytes, of: characteristic.uuid)
  }

  /// Sets the value that centrals read, and sends it to those that are subscribed.
  public func set<Value>(
    _ value: Value,
    of characteristic: Characteristic<Value>
  ) async throws(BlueZError) {
    try await set(value.bytes, of: characteristic.uuid)
  }
}

/// The values that centrals write to one characteristic, decoded.
public struct ProfileWrites<Value: CharacteristicValue>: AsyncSequence, Sendable {
  let requests: BluetoothStream<WriteRequest>

  /// Reads the writes, one at a time.
  public struct Iterator: AsyncIteratorProtocol {
    var requests: BluetoothStream<WriteRequest>.Iterator

    /// Waits for the next write that is not malformed; `nil` at the end.
    public mutating func next() async throws(BlueZError) -> ProfileWrite<Value>? {
      try await next(isolation: #isolation)
    }

    /// Waits for the next write that is not malformed; `nil` at the end.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(BlueZError) -> ProfileWrite<Value>? {
      while let request = try await requests.next(isolation: actor) {
        if let value = Value(bytes: request.value) {
          return ProfileWrite(value: value, request: request)
        }
      }
      return nil
    }
  }

  /// Makes an iterator.
  public func makeAsyncIterator() -> Iterator { Iterator(requests: requests.makeAsyncIterator()) }
}
