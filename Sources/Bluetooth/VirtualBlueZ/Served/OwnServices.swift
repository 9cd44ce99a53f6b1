internal import BlueZ
internal import DBus

/// The services that every bluetoothd has, in the order of their handles.
extension LocalService {
  /// Generic Access, Generic Attribute and Device Information; 5.66 shows no objects of the first,
  /// and more of the second.
  static func own(in release: Behaviour.Release) -> [LocalService] {
    guard release == .bookworm else { return own }
    var services = Array(own.dropFirst())
    services[0].characteristics.append(.own(0x11, "2b3a", .read))
    return services
  }

  private static let own = [
    LocalService(0x01, "1800", [.own(0x02, "2a00", .read), .own(0x04, "2a01", .read)]),
    LocalService(
      0x06,
      "1801",
      [.own(0x07, "2a05", .indicate), .own(0x0a, "2b29", .read, .write), .own(0x0c, "2b2a", .read)]
    ),
    LocalService(0x0e, "180a", [.own(0x0f, "2a50", .read)]),
  ]

  private init(_ handle: UInt16, _ uuid: String, _ characteristics: [LocalCharacteristic]) {
    self.init(
      handle: handle,
      uuid: UUIDText.full(uuid),
      isPrimary: true,
      characteristics: characteristics
    )
  }
}

extension LocalCharacteristic {
  fileprivate static func own(
    _ handle: UInt16,
    _ uuid: String,
    _ flags: CharacteristicFlag...
  ) -> LocalCharacteristic {
    let configuration = LocalDescriptor(
      handle: handle + 2,
      uuid: UUIDText.clientConfiguration,
      path: nil
    )
    return LocalCharacteristic(
      handle: handle,
      uuid: UUIDText.full(uuid),
      flags: flags.map(\.rawValue),
      path: .root,
      descriptors: flags.contains(.indicate) ? [configuration] : []
    )
  }
}

extension Bluetoothd {
  /// Answers a read or a write of what bluetoothd serves itself.
  ///
  /// - Returns: True if `call` is one.
  mutating func performOwn(
    _ call: Message,
    _ key: CharacteristicKey,
    _ characteristic: LocalCharacteristic
  ) throws(Refusal) -> Bool {
    guard
      LocalService.own(in: air.behaviour.release).contains(where: {
        $0.characteristics.contains(characteristic)
      })
    else { return false }
    switch call.member {
    case "ReadValue":
      try call.checkOffset()
      guard air.hasLink(key.link) else { throw .noLink }
      guard characteristic.has(.read) else { throw Access.read.refusal }
      let value = air.ownValue(of: characteristic, at: key.link.peripheral)
      air.show(value, of: key)
      air.act(.reply(call, [.bytes(value)]))
    case "WriteValue" where characteristic.has(.write):
      guard air.hasLink(key.link) else { throw .noLink }
      air.act(.reply(call, []))
    default: return false
    }
    return true
  }
}

extension Air {
  /// True if two adapters are connected, whichever is the central.
  func hasLink(_ link: LinkID) -> Bool { links[link] != nil || links[link.reversed] != nil }

  fileprivate func ownValue(of characteristic: LocalCharacteristic, at index: Int) -> [UInt8] {
    switch characteristic.uuid {
    case UUIDText.full("2a00"): Array(radios[index].alias.utf8)
    case UUIDText.full("2a50"): behaviour.release.identity
    // A hash of the services, of a length that is always the same.
    case UUIDText.full("2b2a"): [UInt8](repeating: 0, count: 16)
    // No appearance, and no feature of the client.
    case UUIDText.full("2a01"): [0, 0]
    default: [0]
    }
  }
}

extension Behaviour.Release {
  /// The identity of ``modalias`` in bytes: the source USB, a vendor, a product and a version.
  fileprivate var identity: [UInt8] {
    let version: UInt8 =
      switch self {
      case .bookworm: 0x42
      case .trixie: 0x52
      case .sid: 0x57
      }
    return [0x02, 0x6b, 0x1d, 0x46, 0x02, version, 0x05]
  }
}
