internal import BlueZ
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
    device.wasConnected = true
    update(device, link.peripheral, on: link.central)
    var central = radios[link.peripheral].peers[link.central] ?? Peer()
    central.isConnected = true
    central.wasConnected = true
    update(central, link.central, on: link.peripheral)
    let isFirst = !central.knowsServices
    showServices(link.reversed, to: .newLink)
    setResolved(link.reversed, isFirst: isFirst)
  }

  mutating func resolve(_ link: LinkID) {
    let isFirst = radios[link.central].peers[link.peripheral]?.knowsServices != true
    if behaviour.resolvesEarly { setResolved(link, isFirst: isFirst) }
    resubscribe(link)
    showServices(link, to: .newLink)
    setResolved(link, isFirst: isFirst)
  }

  /// Tells that the services are known, and then the name and the identity that they say, which are
  /// read only the first time.
  private mutating func setResolved(_ link: LinkID, isFirst: Bool) {
    guard var device = radios[link.central].peers[link.peripheral] else { return }
    device.isResolved = true
    update(device, link.peripheral, on: link.central)
    guard isFirst else { return }
    device.name = radios[link.peripheral].alias
    update(device, link.peripheral, on: link.central, isUrgent: true)
    device.modalias = behaviour.release.modalias
    update(device, link.peripheral, on: link.central, isUrgent: true)
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
  mutating func endLink(
    between one: Int,
    and other: Int,
    for call: Message? = nil,
    reason: EndReason = .remote
  ) -> Bool {
    let ends = [
      LinkID(central: one, peripheral: other), LinkID(central: other, peripheral: one),
    ]
    guard let link = ends.first(where: { links[$0] != nil }) else { return false }
    disconnect(link, for: call, reason: reason)
    return true
  }

  /// The reason why a link ends.
  enum EndReason {
    /// One of the two wants it, or it fades.
    case remote
    /// The adapter of this number goes off.
    case adapterOff(Int)
    /// They could not pair.
    case unpaired

    /// The words of 5.87, as the adapter of a number says them.
    fileprivate func words(at index: Int) -> [Value] {
      switch self {
      case .adapterOff(index), .unpaired:
        return [.string("org.bluez.Reason.Unknown"), .string("Unspecified")]
      case .adapterOff, .remote:
        let text = "Connection terminated by remote user"
        return [.string("org.bluez.Reason.Remote"), .string(text)]
      }
    }
  }

  /// Ends a link, and answers the call that asked for it.
  mutating func disconnect(
    _ link: LinkID,
    for call: Message? = nil,
    reason: EndReason = .remote
  ) {
    guard links[link] != nil else { return }
    links[link] = nil
    failPairing(link, with: .authenticationCanceled)
    leaveAll(link)
    for end in [link, link.reversed] {
      unresolve(end.peripheral, on: end.central)
      // 5.66 answers in between.
      if behaviour.release == .bookworm, let call, isCall(call, of: end) {
        act(.reply(call, []))
      }
      disappear(end.peripheral, on: end.central, reason)
    }
    if behaviour.release != .bookworm, let call { act(.reply(call, [])) }
    for socket in sockets.filter({ $0.value.key.link == link }).keys.sorted(by: <) {
      release(socket)
    }
    // The kernel advertises again when the last central has left.
    guard !links.keys.contains(where: { $0.peripheral == link.peripheral }) else { return }
    startAdvertising(link.peripheral)
    announce(link.peripheral)
  }

  /// True if a call is one of the adapter that ``LinkID/central`` names, or of its device.
  private func isCall(_ call: Message, of end: LinkID) -> Bool {
    call.path?.isAtOrBelow(radios[end.central].path) == true
  }

  /// Tells the servers that the subscriptions over a link have ended.
  mutating func leaveAll(_ link: LinkID) {
    let subscribed = (radios[link.central].peers[link.peripheral]?.uses ?? [:])
      .filter(\.value.wantsValues).keys.sorted()
    for handle in subscribed { leave(CharacteristicKey(link: link, handle: handle)) }
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

  private mutating func disappear(_ other: Int, on index: Int, _ reason: EndReason) {
    guard var peer = radios[index].peers[other] else { return }
    // The device and its bearer both tell why.
    if behaviour.release == .sid {
      for interface in [BlueZName.device, BlueZName.lowEnergyBearer] {
        let path = radios[index].path(of: radios[other])
        let words = reason.words(at: index)
        act(.send(.signal(from: path, interface: interface, member: "Disconnected", words)))
      }
    }
    peer.isConnected = false
    update(peer, other, on: index)
  }
}
