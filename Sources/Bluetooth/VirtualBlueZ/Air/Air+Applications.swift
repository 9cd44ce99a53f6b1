internal import BlueZ
internal import DBus

extension Air {
  mutating func dropApplications(of client: String, on index: Int) {
    guard radios[index].applications.contains(where: { $0.owner == client }) else { return }
    radios[index].applications.removeAll { $0.owner == client }
    tellServices(of: index)
    showServices(of: index)
  }

  // MARK: What centrals see

  /// Lets all connected centrals find the services as they are now.
  mutating func showServices(of peripheral: Int) {
    tellServices(of: peripheral)
    for link in links.keys.sorted() where link.peripheral == peripheral {
      showServices(link)
    }
  }

  /// Tells which services an adapter has, as bluetoothd does twice at each change.
  mutating func tellServices(of index: Int) {
    let radio = radios[index]
    var change = PropertyChange(path: radio.path, interface: BlueZName.adapter)
    change.values = [.uuids: radio.servicesValue]
    change.isUrgent = true
    act(.change(change))
  }

  /// The one who finds services.
  enum Finder {
    /// Somebody who has just connected: the objects come before their UUIDs are told.
    case newLink
    /// Somebody who is connected: the UUIDs are told first.
    case oldLink
  }

  /// Lets one end of a link find the services of the other as they are now; a central finds those
  /// of programs, too.
  mutating func showServices(_ link: LinkID, to finder: Finder = .oldLink) {
    guard let old = radios[link.central].peers[link.peripheral] else { return }
    let own = LocalService.own(in: behaviour.release)
    var current = own
    if links[link] != nil { current += radios[link.peripheral].applications.flatMap(\.services) }
    for service in old.found where !current.contains(service) { hide(service, link) }
    radios[link.central].peers[link.peripheral]?.found = current
    if finder == .newLink { show(current, besides: old.found, link) }
    guard var peer = radios[link.central].peers[link.peripheral] else { return }
    peer.services = Set(UUIDText.own + current.dropFirst(own.count).map(\.uuid)).sorted()
    peer.knowsServices = true
    update(peer, link.peripheral, on: link.central)
    if finder == .oldLink { show(current, besides: old.found, link) }
  }

  private mutating func show(_ all: [LocalService], besides known: [LocalService], _ link: LinkID) {
    for service in all where !known.contains(service) { show(service, link) }
  }

  private mutating func show(_ service: LocalService, _ link: LinkID) {
    let mtu = (links[link] ?? links[link.reversed])?.mtu ?? Behaviour.mtus.lowerBound
    for (path, shown) in service.objects(below: devicePath(link), mtu: mtu) {
      var interface = shown
      if behaviour.release == .bookworm { interface.properties[.handle] = nil }
      act(.export(path, [interface]))
      if behaviour.resolvesEarly { act(.pause) }
    }
  }

  /// Takes a service back, with the sockets to its characteristics.
  mutating func hide(_ service: LocalService, _ link: LinkID) {
    for characteristic in service.characteristics {
      closeSockets(CharacteristicKey(link: link, handle: characteristic.handle))
      radios[link.central].peers[link.peripheral]?.uses[characteristic.handle] = nil
    }
    // Each object goes before the one that it belongs to, the first first.
    let objects = service.objects(below: devicePath(link), mtu: 0).map(\.0)
    for characteristic in service.characteristics {
      let own = objects.filter { $0.rawValue.contains("/char\(characteristic.handle.handleText)") }
      for path in own.dropFirst() { act(.unexport(path)) }
      if let path = own.first { act(.unexport(path)) }
    }
    if let path = objects.first { act(.unexport(path)) }
  }
}
