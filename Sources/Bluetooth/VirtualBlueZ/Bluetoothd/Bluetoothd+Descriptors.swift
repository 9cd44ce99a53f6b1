internal import BlueZ
internal import DBus

extension Bluetoothd {
  /// Answers a client's call of a descriptor of a peripheral.
  mutating func performDescriptor(_ call: Message, _ key: CharacteristicKey) throws(Refusal) {
    guard let descriptor = air.foundDescriptor(key) else { throw .unknownObject }
    guard air.hasLink(key.link) else { throw .noLink }
    guard descriptor.path != nil else { return try performOwnDescriptor(call, descriptor, key) }
    switch call.member {
    case "ReadValue":
      guard try allows(.read, descriptor.flags, key.link, for: call) else { return }
      askToRead(call, key, after: [])
    case "WriteValue":
      guard let value = call.body.first?.bytes else { throw .invalidArguments }
      guard value.count <= air.longestWrite() else { throw .invalidLength }
      guard try allows(.write, descriptor.flags, key.link, for: call) else { return }
      air.act(.ask(.write(call, key, air.serverWrite(value, key))))
    default:
      throw .unknownMethod
    }
  }

  /// Answers a call of a descriptor that bluetoothd adds itself.
  private mutating func performOwnDescriptor(
    _ call: Message,
    _ descriptor: LocalDescriptor,
    _ key: CharacteristicKey
  ) throws(Refusal) {
    switch call.member {
    case "ReadValue":
      let value = ownValue(of: descriptor, key.link)
      air.show(value, of: key)
      air.act(.reply(call, [.bytes(value)]))
    case "WriteValue": throw .notPermitted("Write not permitted")
    default: throw .unknownMethod
    }
  }

  /// The value of a descriptor that bluetoothd adds itself: extended properties say that there are
  /// reliable writes, and the other one whether this central is subscribed.
  private func ownValue(of descriptor: LocalDescriptor, _ link: LinkID) -> [UInt8] {
    guard descriptor.uuid == UUIDText.clientConfiguration else { return [1, 0] }
    let characteristic = air.radios[link.peripheral].applications.lazy.flatMap(\.services)
      .flatMap(\.characteristics).first { $0.descriptors.contains(descriptor) }
    let key = characteristic.map { CharacteristicKey(link: link, handle: $0.handle) }
    guard let key, air.use(key).wantsValues else { return [0, 0] }
    return characteristic?.has(.notify) == true ? [1, 0] : [2, 0]
  }

  /// Says whether the flags allow an access over this link.
  ///
  /// If it needs a pairing, the two pair, and `call` is performed again.
  mutating func allows(
    _ access: Access,
    _ flags: [String],
    _ link: LinkID,
    for call: Message
  ) throws(Refusal) -> Bool {
    guard !flags.contains(access.rawValue), !flags.allSatisfy(Access.others.contains) else {
      return true
    }
    let isAuthenticated = flags.contains("encrypt-authenticated-\(access.rawValue)")
    guard isAuthenticated || flags.contains("encrypt-\(access.rawValue)") else {
      throw access.refusal
    }
    let bond = air.radios[link.central].peers[link.peripheral]?.bond
    guard bond == nil || (bond == .justWorks && isAuthenticated) else { return true }
    // One that has begun is waited for.
    guard let begun = pairing(of: link) else {
      air.beginPairing(call, link)
      return false
    }
    air.pairings[begun]?.calls.append(call)
    return false
  }
}

/// The kind of an access, by the name of its flag.
enum Access: String {
  case read, write

  /// The flags that are about no access: bluetoothd allows all of them where there is no other
  /// (`shared/gatt-server.c: check_permissions`).
  static let others: Set = ["broadcast", "notify", "indicate"]

  /// The answer to one that is not allowed.
  var refusal: Refusal { .notPermitted("\(rawValue.capitalizedWord) not permitted") }
}

extension String {
  fileprivate var capitalizedWord: String { prefix(1).uppercased() + dropFirst() }
}
