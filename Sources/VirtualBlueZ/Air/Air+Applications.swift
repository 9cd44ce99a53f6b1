internal import DBus

extension Air {
  mutating func performApplications(_ call: Message, _ index: Int) throws(Refusal) {
    guard let path = call.body.first?.objectPath else { throw .invalidArguments }
    switch call.member {
    case "RegisterApplication":
      guard application(call.client, path, on: index) == nil else { throw .alreadyExists }
      registrations.insert(call)
      act(.follow(call.client))
      act(.ask(.application(call, adapter: index)))
    case "UnregisterApplication":
      guard let known = application(call.client, path, on: index) else { throw .doesNotExist }
      radios[index].applications.remove(at: known)
      showServices(of: index)
      act(.reply(call, []))
    default:
      throw .unknownMethod
    }
  }

  private func application(_ client: String, _ path: ObjectPath, on index: Int) -> Int? {
    radios[index].applications.firstIndex { $0.owner == client && $0.path == path }
  }

  /// Registers the objects that the client has shown; what it adds later does not count.
  mutating func registerApplication(
    _ call: Message,
    _ index: Int,
    _ answer: Result<[Value], Refusal>
  ) throws(Refusal) {
    guard registrations.remove(call) != nil, let path = call.body.first?.objectPath else { return }
    guard application(call.client, path, on: index) == nil else { throw .alreadyExists }
    if !behaviour.movesHandles, radios[index].applications.isEmpty {
      radios[index].nextHandle = Radio.firstHandle
    }
    let application = try LocalApplication(
      owner: call.client,
      path: path,
      objects: try? answer.get().first,
      nextHandle: &radios[index].nextHandle
    )
    radios[index].applications.append(application)
    act(.reply(call, []))
    showServices(of: index)
  }

  mutating func dropApplications(of client: String, on index: Int) {
    guard radios[index].applications.contains(where: { $0.owner == client }) else { return }
    radios[index].applications.removeAll { $0.owner == client }
    showServices(of: index)
  }

  // MARK: What centrals see

  /// Lets all connected centrals find the services as they are now.
  private mutating func showServices(of peripheral: Int) {
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
