internal import DBus

/// The role of a path.
enum ObjectRole: Hashable {
  case daemon
  case adapter(Int)
  /// A device as the adapter `central` of the link's name knows it; which of the two is the central
  /// is not said by that.
  case peer(LinkID)
  case characteristic(CharacteristicKey)
  case descriptor(CharacteristicKey)
}

extension Air {
  /// The role of `path` now; `nil` if there is no such object.
  func role(of path: ObjectPath) -> ObjectRole? {
    if path == .bluez { return .daemon }
    let owner = radios.firstIndex { $0.isPresent && path.isAtOrBelow($0.path) }
    guard let index = owner else { return nil }
    let radio = radios[index]
    if path == radio.path { return .adapter(index) }
    let known = radio.peers.keys.first { path.isAtOrBelow(radio.path(of: radios[$0])) }
    guard let known else { return nil }
    let link = LinkID(central: index, peripheral: known)
    if path == radio.path(of: radios[known]) { return .peer(link) }
    return attribute(path, link)
  }

  private func attribute(_ path: ObjectPath, _ link: LinkID) -> ObjectRole? {
    guard let handle = UInt16(path.lastElement.dropFirst(4), radix: 16) else { return nil }
    let key = CharacteristicKey(link: link, handle: handle)
    return switch path.lastElement.prefix(4) {
    case "char": found(key).map { _ in .characteristic(key) }
    case "desc": foundDescriptor(key).map { _ in .descriptor(key) }
    default: nil
    }
  }

  /// The descriptor as the central has found it.
  func foundDescriptor(_ key: CharacteristicKey) -> LocalDescriptor? {
    let services = radios[key.link.central].peers[key.link.peripheral]?.found ?? []
    return services.lazy.flatMap(\.characteristics).flatMap(\.descriptors)
      .first { $0.handle == key.handle }
  }

  /// The characteristic as the central has found it.
  func found(_ key: CharacteristicKey) -> LocalCharacteristic? {
    let services = radios[key.link.central].peers[key.link.peripheral]?.found ?? []
    return services.lazy.flatMap(\.characteristics).first { $0.handle == key.handle }
  }

  /// The object of the descriptor on the central's adapter.
  func descriptorPath(_ key: CharacteristicKey) -> ObjectPath? {
    for service in radios[key.link.central].peers[key.link.peripheral]?.found ?? [] {
      for characteristic in service.characteristics
      where characteristic.descriptors.contains(where: { $0.handle == key.handle }) {
        let above = characteristic.path(below: service.path(below: devicePath(key.link)))
        return above.child("desc\(key.handle.handleText)")
      }
    }
    return nil
  }

  /// The object of the peripheral on the central's adapter.
  func devicePath(_ link: LinkID) -> ObjectPath {
    radios[link.central].path(of: radios[link.peripheral])
  }

  /// The object of the central on the peripheral's adapter.
  func centralPath(_ link: LinkID) -> ObjectPath {
    radios[link.peripheral].path(of: radios[link.central])
  }

  /// The object of the characteristic on the central's adapter.
  func path(of key: CharacteristicKey) -> ObjectPath? {
    let services = radios[key.link.central].peers[key.link.peripheral]?.found ?? []
    for service in services {
      guard let found = service.characteristics.first(where: { $0.handle == key.handle }) else {
        continue
      }
      return found.path(below: service.path(below: devicePath(key.link)))
    }
    return nil
  }
}
