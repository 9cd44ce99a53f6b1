internal import BlueZ
internal import DBus

extension Air {
  mutating func dropApplications(of client: String, on index: Int) {
    guard radios[index].applications.contains(where: { $0.owner == client }) else { return }
    radios[index].applications.removeAll { $0.owner == client }
    showServices(of: index)
  }

  // MARK: What centrals see

  /// Lets all connected centrals find the services as they are now.
  mutating func showServices(of peripheral: Int) {
    let radio = radios[peripheral]
    set(.uuids, of: BlueZName.adapter, at: radio.path, radio.servicesValue)
    for link in links.keys.sorted() where link.peripheral == peripheral {
      showServices(link)
    }
  }

  /// Lets one central find the services as they are now.
  mutating func showServices(_ link: LinkID) {
    guard var peer = radios[link.central].peers[link.peripheral] else { return }
    let current = radios[link.peripheral].applications.flatMap(\.services)
    let known = peer.found
    for service in known where !current.contains(service) { hide(service, link) }
    peer = radios[link.central].peers[link.peripheral] ?? peer
    peer.found = current
    peer.services = [UUIDText.genericAccess, UUIDText.genericAttribute] + current.map(\.uuid)
    peer.knowsServices = true
    update(peer, link.peripheral, on: link.central)
    for service in current where !known.contains(service) { show(service, link) }
  }

  private mutating func show(_ service: LocalService, _ link: LinkID) {
    let mtu = links[link]?.mtu ?? Behaviour.mtus.lowerBound
    for (path, interface) in service.objects(below: devicePath(link), mtu: mtu) {
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
    for (path, _) in service.objects(below: devicePath(link), mtu: 0).reversed() {
      act(.unexport(path))
    }
  }
}
