internal import DBus
internal import Synchronization

/// A device that is connected.
///
/// When the link goes down, each call fails with ``BlueZError/connectionLost``, and so does each
/// stream of values, behind the values that came before. A stream ends with
/// ``BlueZError/objectGone(_:)`` if the device changes its services, which can be used by their
/// UUIDs again.
public final class DeviceConnection: Sendable {
  let service: BluetoothService
  let path: ObjectPath
  private let state = Mutex(State())

  /// The number of values that wait for a reader of ``values(of:)``; more end the stream.
  static let valueLimit = 8_192

  private struct State {
    var observer: Int?
    var isUp = true
    /// The streams that end with the connection.
    var streams: [Int: ValueSource] = [:]
    /// Cancels each call that waits for an answer.
    var calls: [Int: @Sendable () -> Void] = [:]
    /// The number of the next stream or call.
    var nextNumber = 0

    mutating func takeNumber() -> Int {
      nextNumber += 1
      return nextNumber
    }
  }

  /// What fills a stream of values.
  private struct ValueSource {
    let subscription: ValueSubscription
    let end: @Sendable (BlueZError?) -> Void
  }

  init(_ service: BluetoothService, to path: ObjectPath) {
    self.service = service
    self.path = path
  }

  // MARK: Life

  /// Watches for the end of the link from now on.
  func begin() async {
    let path = path
    let observer = await service.observe { [weak self] _, change in
      if change.endsLink(to: path) { self?.lose() }
      if let gone = change.lostCharacteristic { self?.loseValues(of: gone) }
    } atEnd: { [weak self] in
      self?.lose()
    }
    let last = state.withLock { state in
      defer { state.observer = observer }
      return state.observer
    }
    if let last { await service.stopObserving(last) }
    // It may be down since before.
    if await service.device(at: path)?.isConnected != true { lose() }
  }

  private func lose() {
    let (streams, calls) = state.withLock { state in
      state.isUp = false
      return (Array(state.streams.values), Array(state.calls.values))
    }
    for stream in streams { stream.end(.connectionLost) }
    for cancel in calls { cancel() }
  }

  /// Ends the streams of a characteristic that the device has withdrawn.
  ///
  /// The one that it offers instead has another object, and `ServicesResolved` stays true.
  private func loseValues(of characteristic: ObjectPath) {
    let streams = state.withLock { state in
      state.streams.values.filter { $0.subscription.characteristic.path == characteristic }
    }
    for stream in streams { stream.end(.objectGone("the device has changed its services")) }
  }

  /// Ends subscriptions and the link.
  func end() async {
    let (observer, streams) = state.withLock { state in
      defer { (state.observer, state.streams, state.isUp) = (nil, [:], false) }
      return (state.observer, Array(state.streams.values))
    }
    if let observer { await service.stopObserving(observer) }
    for stream in streams {
      stream.end(nil)
      try? await service.unsubscribe(stream.subscription)
    }
    // Without bluetoothd there is no link.
    try? await service.disconnect(path)
  }

  /// True until the link goes down.
  public var isUp: Bool { state.withLock { $0.isUp } }

  /// The device as it is now; `nil` when bluetoothd has forgotten it.
  public var device: Device? { get async { await service.device(at: path) } }

  // MARK: Characteristics

  /// The characteristics of all services of the device.
  public var characteristics: [RemoteCharacteristic] {
    get async {
      let objects = await service.objects
      return (Device(path, in: objects)?.services ?? []).flatMap { service in
        RemoteCharacteristic.all(of: service, at: path, in: objects)
      }
    }
  }

  /// The characteristic `uuid` of any service of the device.
  ///
  /// - Throws: ``BlueZError/doesNotExist(_:)``.
  public func characteristic(
    _ uuid: BluetoothUUID
  ) async throws(BlueZError) -> RemoteCharacteristic {
    guard isUp else { throw .connectionLost }
    guard let found = await characteristics.first(where: { $0.uuid == uuid }) else {
      throw .doesNotExist("no characteristic \(uuid)")
    }
    return found
  }

  /// Reads a value.
  ///
  /// - Parameters:
  ///   - uuid: The characteristic.
  ///   - offset: The place in the value at which to begin.
  ///   - limit: How long it may take.
  /// - Returns: The value, from `offset` on.
  /// - Throws: What the device or bluetoothd says.
  public func read(
    _ uuid: BluetoothUUID,
    from offset: UInt16 = 0,
    within limit: Duration? = nil
  ) async throws(BlueZError) -> [UInt8] {
    try await use(uuid, within: limit) { [service] characteristic throws(BlueZError) in
      try await service.read(characteristic, from: offset)
    }
  }

  /// Writes a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - uuid: The characteristic.
  ///   - kind: Whether the device answers.
  ///   - limit: How long it may take.
  /// - Throws: What the device or bluetoothd says.
  public func write(
    _ value: [UInt8],
    to uuid: BluetoothUUID,
    _ kind: WriteKind = .request,
    within limit: Duration? = nil
  ) async throws(BlueZError) {
    try await use(uuid, within: limit) { [service] characteristic throws(BlueZError) in
      try await service.write(value, to: characteristic, kind)
    }
  }

  private func use<Result: Sendable>(
    _ uuid: BluetoothUUID,
    within limit: Duration?,
    _ call: @escaping @Sendable (RemoteCharacteristic) async throws(BlueZError) -> Result
  ) async throws(BlueZError) -> Result {
    let characteristic = try await characteristic(uuid)
    return try await whileUp(within: limit) { () throws(BlueZError) in
      try await call(characteristic)
    }
  }

  /// Makes a call that fails with ``BlueZError/connectionLost`` when the link goes down.
  ///
  /// bluetoothd 5.82 and 5.87 leave some calls without an answer then.
  func whileUp<Result: Sendable>(
    within limit: Duration?,
    _ call: @escaping @Sendable () async throws(BlueZError) -> Result
  ) async throws(BlueZError) -> Result {
    let work = Task { () async -> Swift.Result<Result, BlueZError> in
      do throws(BlueZError) {
        return .success(try await BlueZ.within(limit, call))
      } catch {
        return .failure(error)
      }
    }
    let number = state.withLock { state in
      let number = state.takeNumber()
      if state.isUp { state.calls[number] = { work.cancel() } } else { work.cancel() }
      return number
    }
    let result = await withTaskCancellationHandler {
      await work.value
    } onCancel: {
      work.cancel()
    }
    let isLost = state.withLock { state in
      state.calls[number] = nil
      return !state.isUp
    }
    if !Task.isCancelled, case .failure(let error) = result,
      error.saysNoLink || (isLost && !error.endsPairing)
    {
      throw .connectionLost
    }
    return try result.get()
  }

  // MARK: Values

  /// Subscribes to a characteristic until nobody can read the stream any longer, or the connection
  /// ends.
  ///
  /// Up to 8,192 values wait for a reader. One more ends the stream with
  /// ``BlueZError/tooSlow(_:)``, because a value must not be missing without notice.
  ///
  /// - Parameters:
  ///   - uuid: The characteristic.
  ///   - limit: How long it may take to subscribe.
  /// - Returns: Each value from now on, in order.
  /// - Throws: What the device or bluetoothd says.
  public func values(
    of uuid: BluetoothUUID,
    within limit: Duration? = nil
  ) async throws(BlueZError) -> BluetoothStream<[UInt8]> {
    try await values(of: uuid, within: limit) { $0 }
  }

  /// Subscribes, and decodes the values; one that cannot be decoded ends the stream.
  func values<Value: Sendable>(
    of uuid: BluetoothUUID,
    within limit: Duration?,
    decoding decode: @escaping @Sendable ([UInt8]) -> Value?
  ) async throws(BlueZError) -> BluetoothStream<Value> {
    let (channel, stream) = try await subscribe(to: uuid, within: limit, decoding: decode)
    let ending = Ending { [weak self] in
      // The stream may end anywhere; it is a moment's work.
      Task { await self?.end(stream) }
    }
    return BluetoothStream(channel, from: ending)
  }

  private func subscribe<Value: Sendable>(
    to uuid: BluetoothUUID,
    within limit: Duration?,
    decoding decode: @escaping @Sendable ([UInt8]) -> Value?
  ) async throws(BlueZError) -> (Channel<Value>, Int) {
    let channel = Channel<Value>(limit: Self.valueLimit, .end)
    let subscription = try await use(uuid, within: limit) {
      [service] characteristic throws(BlueZError) in
      try await service.subscribe(to: characteristic) { bytes in
        guard let value = decode(bytes) else { return channel.finish(.malformed(uuid, bytes)) }
        channel.yield(value)
      }
    }
    let stream = state.withLock { state -> Int? in
      guard state.isUp else { return nil }
      let number = state.takeNumber()
      state.streams[number] = ValueSource(subscription: subscription) { channel.finish($0) }
      return number
    }
    guard let stream else {
      try? await service.unsubscribe(subscription)
      throw .connectionLost
    }
    return (channel, stream)
  }

  private func end(_ stream: Int) async {
    let ended = state.withLock { $0.streams.removeValue(forKey: stream) }
    guard let ended else { return }
    ended.end(nil)
    try? await service.unsubscribe(ended.subscription)
  }

  /// Subscribes to a characteristic for as long as `body` runs.
  ///
  /// - Parameters:
  ///   - uuid: The characteristic.
  ///   - limit: How long it may take to subscribe.
  ///   - body: Gets each value, in order, as `values(of:within:)` brings them.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, or why there is no subscription.
  public func withValues<Result>(
    of uuid: BluetoothUUID,
    within limit: Duration? = nil,
    _ body: (BluetoothStream<[UInt8]>) async throws -> Result
  ) async throws -> Result {
    let (channel, stream) = try await subscribe(to: uuid, within: limit, decoding: \.self)
    return try await run {
      try await body(BluetoothStream(channel))
    } then: {
      await end(stream)
    }
  }
}

extension BlueZError {
  /// True if bluetoothd answers so without a link, which it may say before it shows the loss.
  fileprivate var saysNoLink: Bool {
    if case .notConnected = self { return true }
    return self == .failed("Not connected")
  }

  /// True if the two devices did not pair, which may end the link as well.
  fileprivate var endsPairing: Bool {
    if case .authenticationFailed = self { return true }
    if case .authenticationRejected = self { return true }
    return false
  }
}
