internal import BlueZ
internal import DBus

extension Air {
  func use(_ key: CharacteristicKey) -> CharacteristicUse {
    radios[key.link.central].peers[key.link.peripheral]?.uses[key.handle] ?? CharacteristicUse()
  }

  mutating func setUse(_ key: CharacteristicKey, _ use: CharacteristicUse) {
    radios[key.link.central].peers[key.link.peripheral]?.uses[key.handle] = use
  }

  /// Shows a value that was read or notified; each is told by a signal of its own.
  mutating func show(_ bytes: [UInt8], of key: CharacteristicKey, from offset: Int = 0) {
    let descriptor = descriptorPath(key)
    guard let path = path(of: key) ?? descriptor else { return }
    var use = use(key)
    let known = use.value.prefix(offset)
    use.value = known + [UInt8](repeating: 0, count: offset - known.count) + bytes
    setUse(key, use)
    let change = PropertyChange(
      path: path,
      interface: descriptor == nil ? BlueZName.gattCharacteristic : BlueZName.gattDescriptor,
      values: [.value: .bytes(use.value)],
      isUrgent: true
    )
    act(.change(change))
  }

  func setAcquired(_ property: BlueZProperty, _ key: CharacteristicKey, _ value: Bool) -> Action? {
    path(of: key).map { path in
      var change = PropertyChange(path: path, interface: BlueZName.gattCharacteristic)
      // bluetoothd shows no `NotifyAcquired` of indications, and tells of it all the same.
      if property == .notifyAcquired, found(key)?.has(.notify) == false {
        change.gone = [property]
      } else {
        change.values = [property: .boolean(value)]
      }
      return .change(change)
    }
  }

  // MARK: Sockets

  /// A socket is of no use any more: its link, its characteristic or its client is gone.
  mutating func release(_ socket: SocketID) {
    guard let held = sockets.removeValue(forKey: socket) else { return }
    act(.close(socket))
    var use = use(held.key)
    let wanted = use.wantsValues
    if held.isForWriting { use.writeSocket = nil } else { use.notifySocket = nil }
    setUse(held.key, use)
    let property = held.isForWriting ? BlueZProperty.writeAcquired : .notifyAcquired
    if let action = setAcquired(property, held.key, false) { act(action) }
    if wanted, !use.wantsValues, links[held.key.link] != nil { leave(held.key) }
  }

  mutating func closeSockets(_ key: CharacteristicKey) {
    let use = use(key)
    for socket in [use.writeSocket, use.notifySocket].compactMap(\.self) { release(socket) }
  }

  // MARK: Subscriptions

  mutating func unsubscribe(_ client: String, _ key: CharacteristicKey) {
    var use = use(key)
    guard use.subscribers.remove(client) != nil else { return }
    setUse(key, use)
    guard use.subscribers.isEmpty else { return }
    setNotifying(key, false)
    if links[key.link] != nil { leave(key) }
  }

  mutating func setNotifying(_ key: CharacteristicKey, _ value: Bool) {
    var use = use(key)
    use.isShown = value
    setUse(key, use)
    if let action = setAcquired(.notifying, key, value) { act(action) }
  }

  /// Drops what a client has asked of any characteristic that the adapter knows.
  mutating func dropSubscriptions(of client: String, on index: Int) {
    for (other, peer) in radios[index].peers.sorted(by: { $0.key < $1.key }) {
      let link = LinkID(central: index, peripheral: other)
      for handle in peer.uses.keys.sorted() {
        unsubscribe(client, CharacteristicKey(link: link, handle: handle))
      }
    }
    for (socket, use) in sockets.sorted(by: { $0.key.number < $1.key.number })
    where use.client == client {
      release(socket)
    }
  }

  /// One subscription of a characteristic ended: its server hears of the last one only.
  mutating func leave(_ key: CharacteristicKey) {
    let remains = links.keys.contains { link in
      link.peripheral == key.link.peripheral
        && use(CharacteristicKey(link: link, handle: key.handle)).wantsValues
    }
    if !remains { tellServer("StopNotify", key) }
  }
}

extension LocalCharacteristic {
  /// True if bluetoothd answers all writes before the server hears of them, requests too
  /// (`gatt-database.c: chrc_write_cb`).
  var answersWritesItself: Bool { has(.writeWithoutResponse) }
}

extension SocketID: Comparable {
  static func < (left: SocketID, right: SocketID) -> Bool { left.number < right.number }
}
