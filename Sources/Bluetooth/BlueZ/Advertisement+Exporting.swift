internal import DBus

extension Advertisement {
  /// The advertisement as the object that bluetoothd reads.
  ///
  /// bluetoothd reads the properties when the advertisement is registered. If it cannot, it
  /// advertises nothing and reports success. `Discoverable` makes it send the flags 0x06 (general
  /// discoverable, no classic); without flags scanners without a filter ignore the device, and
  /// without the second bit centrals may try Bluetooth classic.
  func exported(onRelease: @escaping @Sendable () -> Void) -> ExportedInterface {
    var properties: [BlueZProperty: ExportedProperty] = [
      .type: ExportedProperty(.string(isConnectable ? "peripheral" : "broadcast")),
      .serviceUUIDs: ExportedProperty(.strings(services.map(\.description))),
      .manufacturerData: ExportedProperty(Self.value(of: manufacturerData)),
      .minInterval: ExportedProperty(.uint32(Self.milliseconds(interval.lowerBound))),
      .maxInterval: ExportedProperty(.uint32(Self.milliseconds(interval.upperBound))),
    ]
    if isConnectable { properties[.discoverable] = ExportedProperty(.boolean(true)) }
    if let localName {
      properties[.localName] = ExportedProperty(.string(localName))
    }
    return ExportedInterface(
      BlueZName.advertisement,
      methods: [
        ExportedMethod("Release") { _ in
          onRelease()
          return .values([])
        }
      ],
      properties: properties
    )
  }

  /// Manufacturer data as bluetoothd reads it.
  static func value(of manufacturerData: [UInt16: [UInt8]]) -> Value {
    let entries = manufacturerData.sorted { $0.key < $1.key }.map { company, bytes in
      Value.Entry(.uint16(company), .variant(.bytes(bytes)))
    }
    return .dictionary(key: .uint16, value: .variant, entries)
  }

  private static func milliseconds(_ duration: Duration) -> UInt32 {
    UInt32(clamping: Int(duration / .milliseconds(1)))
  }
}
