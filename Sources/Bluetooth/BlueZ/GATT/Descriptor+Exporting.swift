internal import DBus
internal import Synchronization

extension GATTDescriptor {
  /// The descriptor as the object that bluetoothd reads; it keeps the value that was written last.
  func exported(
    of characteristic: BluetoothUUID,
    at path: ObjectPath,
    _ onEvent: @escaping @Sendable (PeripheralEvent) -> Void
  ) -> ExportedInterface {
    let options = ExportedArgument("options", .dictionary(key: .string, value: .variant))
    let argument = ExportedArgument("value", .array(.byte))
    let stored = StoredValue(value)
    let uuid = uuid
    return ExportedInterface(
      BlueZName.gattDescriptor,
      methods: [
        ExportedMethod("ReadValue", arguments: [options], results: [argument]) { call in
          stored.read(from: call.body.first?.properties?["offset"]?.integer ?? 0)
        },
        ExportedMethod("WriteValue", arguments: [argument, options]) { call in
          guard let write = WriteRequest(call, of: uuid) else { return .values([]) }
          if let error = stored.write(write.value, from: write.offset) { return error.reply }
          let event = DescriptorWrite(
            descriptor: uuid,
            characteristic: characteristic,
            value: stored.value,
            device: write.device
          )
          onEvent(.descriptorWritten(event))
          return .values([])
        },
      ],
      properties: [
        .uuid: ExportedProperty(.string(uuid.description)),
        .characteristic: ExportedProperty(.objectPath(path)),
        .flags: ExportedProperty(.strings(flags.map(\.rawValue))),
        .value: ExportedProperty(.bytes(value)),
      ]
    )
  }
}

/// The value of a descriptor, shared by the calls of its object.
private final class StoredValue: Sendable {
  private let bytes: Mutex<[UInt8]>

  /// The length of the longest value, in bytes (Core specification, volume 3, part F, 3.2.9).
  private static let maximumLength = 512

  init(_ value: [UInt8]) {
    bytes = Mutex(value)
  }

  var value: [UInt8] { bytes.withLock { $0 } }

  func read(from offset: Int) -> MethodReply {
    let value = value
    guard (0...value.count).contains(offset) else { return ATTError.invalidOffset.reply }
    return .values([.bytes(Array(value.dropFirst(offset)))])
  }

  /// Replaces what begins at `offset`, or says why not.
  func write(_ part: [UInt8], from offset: Int) -> ATTError? {
    bytes.withLock { value in
      guard offset <= value.count else { return .invalidOffset }
      guard offset + part.count <= Self.maximumLength else { return .invalidLength }
      value = value.prefix(offset) + part
      return nil
    }
  }
}
