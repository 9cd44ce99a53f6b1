internal import DBus

/// A device that is connected.
public struct DeviceConnection: Sendable {
  let service: BluetoothService
  let path: ObjectPath

  /// The device as it is now; `nil` when bluetoothd has forgotten it.
  public var device: Device? { get async { await service.device(at: path) } }

  /// The characteristic `uuid` of any service of the device.
  ///
  /// - Throws: ``BlueZError/doesNotExist(_:)``.
  public func characteristic(
    _ uuid: BluetoothUUID
  ) async throws(BlueZError) -> RemoteCharacteristic {
    let objects = await service.objects
    let found = (Device(path, in: objects)?.services ?? []).lazy.flatMap { service in
      RemoteCharacteristic.all(of: service, at: path, in: objects)
    }.first { $0.uuid == uuid }
    guard let found else { throw .doesNotExist("no characteristic \(uuid)") }
    return found
  }

  /// Reads a value.
  public func read(_ uuid: BluetoothUUID) async throws(BlueZError) -> [UInt8] {
    try await service.read(characteristic(uuid))
  }

  /// Writes a value.
  public func write(
    _ value: [UInt8],
    to uuid: BluetoothUUID,
    _ kind: WriteKind = .request
  ) async throws(BlueZError) {
    try await service.write(value, to: characteristic(uuid), kind)
  }

  /// Subscribes to a characteristic for as long as `body` runs.
  ///
  /// - Parameters:
  ///   - uuid: The characteristic.
  ///   - body: Gets each value, in order. The stream ends with the link.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, or why there is no subscription.
  public func withValues<Result>(
    of uuid: BluetoothUUID,
    _ body: (AsyncStream<[UInt8]>) async throws -> Result
  ) async throws -> Result {
    let (values, value) = AsyncStream.makeStream(of: [UInt8].self)
    let changes = await service.changes()
    let subscription = try await service.subscribe(to: characteristic(uuid)) { value.yield($0) }
    return try await run {
      try await withThrowingTaskGroup(of: Void.self) { group in
        defer { group.cancelAll() }
        group.addTask {
          if await device?.isConnected == true {
            for await _ in changes where await device?.isConnected != true { break }
          }
          value.finish()
        }
        return try await body(values)
      }
    } then: {
      // With the link the subscription is of no use to anybody.
      try? await service.unsubscribe(subscription)
    }
  }
}
