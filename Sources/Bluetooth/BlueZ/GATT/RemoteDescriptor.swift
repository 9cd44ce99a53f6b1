package import DBus

/// A descriptor of a characteristic of a connected device.
public struct RemoteDescriptor: Hashable, Identifiable, Sendable {
  /// The descriptor among all of its device; another one after the device changed its services.
  public var id: DescriptorID { DescriptorID(path) }
  /// The object in bluetoothd.
  package let path: ObjectPath
  /// The type of the descriptor.
  public let uuid: BluetoothUUID

  init?(_ path: ObjectPath, in objects: ObjectTree) {
    guard
      let uuid = objects[path, BlueZName.gattDescriptor]?[.uuid]?.string
        .flatMap(BluetoothUUID.init)
    else { return nil }
    self.path = path
    self.uuid = uuid
  }

  /// The descriptors of a characteristic, in the order of their handles.
  static func all(
    of characteristic: RemoteCharacteristic,
    in objects: ObjectTree
  ) -> [RemoteDescriptor] {
    objects.paths(with: BlueZName.gattDescriptor).filter { $0.isBelow(characteristic.path) }
      .compactMap { RemoteDescriptor($0, in: objects) }
  }
}

extension DeviceConnection {
  /// The descriptors of the characteristic `uuid`, in the order of their handles.
  ///
  /// - Throws: ``BlueZError/doesNotExist(_:)`` if the device has no such characteristic.
  public func descriptors(
    of uuid: BluetoothUUID
  ) async throws(BlueZError) -> [RemoteDescriptor] {
    let characteristic = try await characteristic(uuid)
    return RemoteDescriptor.all(of: characteristic, in: await service.objects)
  }

  /// Reads a descriptor of a characteristic.
  ///
  /// - Parameters:
  ///   - descriptor: The type of the descriptor, such as ``BluetoothUUID/userDescription``.
  ///   - characteristic: The characteristic.
  ///   - limit: How long it may take.
  /// - Returns: The value.
  /// - Throws: What the device or bluetoothd says, or ``BlueZError/doesNotExist(_:)``.
  public func read(
    descriptor: BluetoothUUID,
    of characteristic: BluetoothUUID,
    within limit: Duration? = nil
  ) async throws(BlueZError) -> [UInt8] {
    let found = try await find(descriptor, of: characteristic)
    let reply = try await call("ReadValue", of: found, [], within: limit)
    guard let value = reply.first?.bytes else { throw .unexpectedReply("ReadValue") }
    return value
  }

  /// Writes a descriptor of a characteristic.
  ///
  /// bluetoothd itself writes the one that subscribes (0x2902), and refuses others who try.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - descriptor: The type of the descriptor.
  ///   - characteristic: The characteristic.
  ///   - limit: How long it may take.
  /// - Throws: What the device or bluetoothd says, or ``BlueZError/doesNotExist(_:)``.
  public func write(
    _ value: [UInt8],
    toDescriptor descriptor: BluetoothUUID,
    of characteristic: BluetoothUUID,
    within limit: Duration? = nil
  ) async throws(BlueZError) {
    let found = try await find(descriptor, of: characteristic)
    _ = try await call("WriteValue", of: found, [.bytes(value)], within: limit)
  }

  private func call(
    _ member: String,
    of descriptor: RemoteDescriptor,
    _ arguments: [Value],
    within limit: Duration?
  ) async throws(BlueZError) -> [Value] {
    try await whileUp(within: limit) { [service] () throws(BlueZError) in
      try await service.call(
        descriptor.path,
        BlueZName.gattDescriptor,
        member,
        arguments + [.properties([:])]
      )
    }
  }

  private func find(
    _ descriptor: BluetoothUUID,
    of characteristic: BluetoothUUID
  ) async throws(BlueZError) -> RemoteDescriptor {
    let all = try await descriptors(of: characteristic)
    guard let found = all.first(where: { $0.uuid == descriptor }) else {
      throw .doesNotExist("no descriptor \(descriptor) of \(characteristic)")
    }
    return found
  }
}
