package import DBus

extension GATTApplication {
  /// The paths of the objects of the application, below its root.
  struct Layout {
    /// The path of each characteristic, by what it is.
    let characteristics: [BluetoothUUID: ObjectPath]
    /// The objects, parents before children.
    let objects: [(path: ObjectPath, interface: ExportedInterface)]
  }

  /// Lays the application out below `root`.
  ///
  /// No `NotifyAcquired` and no `WriteAcquired`: their absence tells bluetoothd not to use sockets,
  /// which on 5.66 are shared by all centrals and do not name the sender.
  func layout(
    below root: ObjectPath,
    refusing refusal: @escaping @Sendable (WriteRequest) -> ATTError? = { _ in nil },
    onEvent: @escaping @Sendable (PeripheralEvent) -> Void
  ) throws(InvalidText) -> Layout {
    var characteristics: [BluetoothUUID: ObjectPath] = [:]
    var objects: [(path: ObjectPath, interface: ExportedInterface)] = []
    for (number, service) in services.enumerated() {
      let servicePath = try root.appending("service\(number)")
      objects.append((servicePath, service.exported))
      for (number, characteristic) in service.characteristics.enumerated() {
        let path = try servicePath.appending("characteristic\(number)")
        characteristics[characteristic.uuid] = path
        let exported = characteristic.exported(in: servicePath, refusal, onEvent)
        objects.append((path, exported))
        for (number, descriptor) in characteristic.descriptors.enumerated() {
          let exported = descriptor.exported(of: characteristic.uuid, at: path, onEvent)
          objects.append((try path.appending("descriptor\(number)"), exported))
        }
      }
    }
    return Layout(characteristics: characteristics, objects: objects)
  }
}

extension BluetoothService {
  /// Shows bluetoothd an application, for it to register; values that centrals write are ignored.
  package func export(
    _ application: GATTApplication,
    below root: ObjectPath
  ) async throws(BlueZError) {
    let layout: GATTApplication.Layout
    do throws(InvalidText) {
      layout = try application.layout(below: root) { _ in }
    } catch {
      throw .bus(.unsendable("\(error)"))
    }
    try await export(layout, below: root)
  }

  func export(_ layout: GATTApplication.Layout, below root: ObjectPath) async throws(BlueZError) {
    do throws(BusError) {
      await connection.exportObjectManager(at: root)
      for object in layout.objects {
        try await connection.export([object.interface], at: object.path)
      }
    } catch {
      throw BlueZError(error)
    }
  }
}

extension GATTService {
  fileprivate var exported: ExportedInterface {
    ExportedInterface(
      BlueZName.gattService,
      properties: [
        .uuid: ExportedProperty(.string(uuid.description)),
        .primary: ExportedProperty(.boolean(isPrimary)),
      ]
    )
  }
}

extension GATTCharacteristic {
  fileprivate func exported(
    in service: ObjectPath,
    _ refusal: @escaping @Sendable (WriteRequest) -> ATTError?,
    _ onEvent: @escaping @Sendable (PeripheralEvent) -> Void
  ) -> ExportedInterface {
    let options = ExportedArgument("options", .dictionary(key: .string, value: .variant))
    let value = ExportedArgument("value", .array(.byte))
    let uuid = uuid
    // bluetoothd refuses nothing if no flag is about reads and writes.
    let isRead = flags.contains { CharacteristicFlag.reads.contains($0) }
    let isWritten = flags.contains { CharacteristicFlag.writes.contains($0) }
    return ExportedInterface(
      BlueZName.gattCharacteristic,
      methods: [
        // bluetoothd holds the answer to a central back until this returns: hand over, answer, work
        // later.
        ExportedMethod("WriteValue", arguments: [value, options]) { call in
          guard isWritten else { return ATTError.notPermitted.reply }
          guard let write = WriteRequest(call, of: uuid) else { return .values([]) }
          if let error = refusal(write) { return error.reply }
          onEvent(.written(write))
          return .values([])
        },
        ExportedMethod("ReadValue", arguments: [options], results: [value]) { call in
          guard isRead else { return ATTError.notPermitted.reply }
          onEvent(.read(ReadRequest(call: call, characteristic: uuid)))
          return .later
        },
        ExportedMethod("StartNotify", telling: .subscribed(uuid), onEvent),
        ExportedMethod("StopNotify", telling: .unsubscribed(uuid), onEvent),
      ],
      properties: [
        .uuid: ExportedProperty(.string(uuid.description)),
        .service: ExportedProperty(.objectPath(service)),
        .flags: ExportedProperty(.strings(flags.map(\.rawValue))),
        .value: ExportedProperty(.bytes([])),
      ]
    )
  }
}

extension ExportedMethod {
  /// A method without arguments or results, whose call is an event.
  fileprivate init(
    _ name: String,
    telling event: PeripheralEvent,
    _ onEvent: @escaping @Sendable (PeripheralEvent) -> Void
  ) {
    self.init(name) { _ in
      onEvent(event)
      return .values([])
    }
  }
}

extension CharacteristicFlag {
  fileprivate static let reads: Set = [read, encryptRead, authenticatedRead]
  fileprivate static let writes: Set = [
    write, writeWithoutResponse, encryptWrite, authenticatedWrite, reliableWrite,
  ]
}

extension WriteRequest {
  init?(_ call: Message, of characteristic: BluetoothUUID) {
    guard
      call.body.count == 2, let value = call.body[0].bytes, let options = call.body[1].properties,
      let device = options["device"]?.objectPath
    else { return nil }
    self.characteristic = characteristic
    self.value = value
    self.device = DeviceID(device)
    mtu = max(options["mtu"]?.integer ?? 0, RemoteCharacteristic.minimumMTU)
    offset = options["offset"]?.integer ?? 0
  }
}
