internal import DBus

extension Air {
  /// The controller stops to advertise when a central connects.
  mutating func stopAdvertising(_ index: Int) { advertise(index, false) }

  /// The controller advertises all that is registered.
  mutating func startAdvertising(_ index: Int) { advertise(index, true) }

  private mutating func advertise(_ index: Int, _ isOnAir: Bool) {
    for number in radios[index].advertisements.indices {
      radios[index].advertisements[number].isOnAir = isOnAir
    }
  }

  /// Shows both sides that they are connected, by the names that they say over the link.
  mutating func appear(_ link: LinkID) {
    var device = radios[link.central].peers[link.peripheral] ?? Peer()
    device.isConnected = true
    update(device, link.peripheral, on: link.central)
    var central = radios[link.peripheral].peers[link.central] ?? Peer()
    central.isConnected = true
    central.name = radios[link.central].alias
    update(central, link.central, on: link.peripheral)
    central.services = UUIDText.own
    central.modalias = behaviour.release.modalias
    central.isResolved = true
    update(central, link.central, on: link.peripheral)
  }

  mutating func resolve(_ link: LinkID) {
    if behaviour.resolvesEarly { setResolved(link) }
    resubscribe(link)
    showServices(link)
    setResolved(link)
  }

  private mutating func setResolved(_ link: LinkID) {
    guard var device = radios[link.central].peers[link.peripheral] else { return }
    device.isResolved = true
    device.name = radios[link.peripheral].alias
    device.modalias = behaviour.release.modalias
    update(device, link.peripheral, on: link.central)
  }

  /// bluetoothd subscribes again for the clients that were subscribed when the link went.
  private mutating func resubscribe(_ link: LinkID) {
    guard let peer = radios[link.central].peers[link.peripheral] else { return }
    for (handle, use) in peer.uses.sorted(by: { $0.key < $1.key }) where use.wantsValues {
      let key = CharacteristicKey(link: link, handle: handle)
      tellServer("StartNotify", key)
      if !use.isShown { setNotifying(key, true) }
    }
  }

  // MARK: The end

  /// Ends the link between two adapters, whichever is the central.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  mutating func endLink(between one: Int, and other: Int, for call: Message? = nil) -> Bool {
    let ends = [
      LinkID(central: one, peripheral: other), LinkID(central: other, peripheral: one),
    ]
    guard let link = ends.first(where: { links[$0] != nil }) else { return false }
    disconnect(link, for: call)
    return true
  }

  /// Ends a link, and answers the call that asked for it.
  mutating func disconnect(_ link: LinkID, for call: Message? = nil) {
    guard links[link] != nil else { return }
    let subscribed = (radios[link.central].peers[link.peripheral]?.uses ?? [:])
      .filter(\.value.wantsValues).keys.sorted()
    links[link] = nil
    failPairing(link, with: .authenticationCanceled)
    for handle in subscribed { leave(CharacteristicKey(link: link, handle: handle)) }
    unresolve(link.peripheral, on: link.central)
    unresolve(link.central, on: link.peripheral)
    disappear(link.peripheral, on: link.central)
    disappear(link.central, on: link.peripheral)
    if let call { act(.reply(call, [])) }
    for socket in sockets.filter({ $0.value.key.link == link }).keys.sorted(by: <) {
      release(socket)
    }
    // The kernel advertises again when the last central has left.
    guard !links.keys.contains(where: { $0.peripheral == link.peripheral }) else { return }
    startAdvertising(link.peripheral)
    announce(link.peripheral)
  }

  /// The services are out of reach, and so are the sockets to them.
  private mutating func unresolve(_ other: Int, on index: Int) {
    guard var peer = radios[index].peers[other] else { return }
    peer.isResolved = false
    for handle in peer.uses.keys { peer.uses[handle]?.isWriting = false }
    update(peer, other, on: index)
    for use in peer.uses.values {
      for socket in [use.writeSocket, use.notifySocket].compactMap(\.self) { act(.close(socket)) }
    }
  }

  private mutating func disappear(_ other: Int, on index: Int) {
    guard var peer = radios[index].peers[other] else { return }
    peer.isConnected = false
    update(peer, other, on: index)
  }
}
