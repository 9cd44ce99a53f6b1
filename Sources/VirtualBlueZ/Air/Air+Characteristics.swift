internal import DBus

extension Air {
  /// Answers a client's call of a characteristic of a peripheral.
  mutating func performGATT(_ call: Message, _ key: CharacteristicKey) throws(Refusal) {
    guard let characteristic = found(key) else { throw .unknownObject }
    switch call.member {
    case "WriteValue": try writeValue(call, key, characteristic)
    case "ReadValue": try readValue(call, key, characteristic)
    case "AcquireWrite": try acquireWrite(call, key, characteristic)
    case "AcquireNotify": try acquireNotify(call, key, characteristic)
    case "StartNotify": try startNotify(call, key, characteristic)
    case "StopNotify": try stopNotify(call, key)
    default: throw .unknownMethod
    }
  }

  func use(_ key: CharacteristicKey) -> CharacteristicUse {
    radios[key.link.central].peers[key.link.peripheral]?.uses[key.handle] ?? CharacteristicUse()
  }

  mutating func setUse(_ key: CharacteristicKey, _ use: CharacteristicUse) {
    radios[key.link.central].peers[key.link.peripheral]?.uses[key.handle] = use
  }

  func setAcquired(_ property: String, _ key: CharacteristicKey, _ value: Bool) -> Action? {
    path(of: key).map { path in
      .set(path, interface: BlueZName.gattCharacteristic, property: property, .boolean(value))
    }
  }

  // MARK: Writing and reading

  private mutating func writeValue(
    _ call: Message,
    _ key: CharacteristicKey,
    _ characteristic: LocalCharacteristic
  ) throws(Refusal) {
    guard let value = call.body.first?.bytes else { throw .invalidArguments }
    var use = use(key)
    guard use.writeSocket == nil else { throw .notPermitted("Write acquired") }
    guard let link = links[key.link] else { throw .noLink }
    guard !use.isWriting else { throw .inProgress }
    let type = call.options["type"]?.string
    if type != "command", characteristic.flags.contains(Flag.write) {
      guard value.count <= longestWrite else { throw .invalidLength }
      guard !characteristic.answersWritesItself else {
        act(.reply(call, []))
        deliver(Packet(handle: key.handle, bytes: value), key.link)
        return
      }
      use.isWriting = true
      setUse(key, use)
      act(.ask(.write(call, key, serverWrite(value, key))))
    } else {
      guard type != "request", characteristic.answersWritesItself else { throw .notSupported }
      guard value.count <= link.mtu - 3 else { throw .failed("Failed to initiate write") }
      act(.reply(call, []))
      carry(Packet(handle: key.handle, bytes: value), toCentral: false, key.link)
    }
  }

  private mutating func readValue(
    _ call: Message,
    _ key: CharacteristicKey,
    _ characteristic: LocalCharacteristic
  ) throws(Refusal) {
    guard links[key.link] != nil else { throw .noLink }
    guard characteristic.flags.contains(Flag.read) else {
      throw .notPermitted("Read not permitted")
    }
    let question = serverCall("ReadValue", key, [])
    act(.ask(.read(call, key, ServerCall(message: question))))
  }

  // MARK: Sockets

  private mutating func acquireWrite(
    _ call: Message,
    _ key: CharacteristicKey,
    _ characteristic: LocalCharacteristic
  ) throws(Refusal) {
    var use = use(key)
    guard let link = links[key.link] else { throw .noLink }
    guard use.writeSocket == nil else { throw .notPermitted("Write acquired") }
    guard characteristic.answersWritesItself else { throw .notSupported }
    let socket = makeSocket(SocketUse(key: key, client: call.client, isForWriting: true))
    use.writeSocket = socket
    setUse(key, use)
    act(.open(socket, mtu: link.mtu, call))
    if let action = setAcquired("WriteAcquired", key, true) { act(action) }
  }

  private mutating func acquireNotify(
    _ call: Message,
    _ key: CharacteristicKey,
    _ characteristic: LocalCharacteristic
  ) throws(Refusal) {
    var use = use(key)
    guard let link = links[key.link] else { throw .noLink }
    guard use.notifySocket == nil else { throw .notPermitted("Notify acquired") }
    guard use.subscribers.isEmpty else { throw .inProgress }
    guard characteristic.flags.contains(Flag.notify) else { throw .notSupported }
    let socket = makeSocket(SocketUse(key: key, client: call.client, isForWriting: false))
    use.notifySocket = socket
    setUse(key, use)
    act(.open(socket, mtu: link.mtu, call))
    if let action = setAcquired("NotifyAcquired", key, true) { act(action) }
    tellServer("StartNotify", key)
  }

  /// A socket is of no use any more: its link, its characteristic or its client is gone.
  mutating func release(_ socket: SocketID) {
    guard let held = sockets.removeValue(forKey: socket) else { return }
    act(.close(socket))
    var use = use(held.key)
    let wanted = use.wantsValues
    if held.isForWriting { use.writeSocket = nil } else { use.notifySocket = nil }
    setUse(held.key, use)
    let property = held.isForWriting ? "WriteAcquired" : "NotifyAcquired"
    if let action = setAcquired(property, held.key, false) { act(action) }
    if wanted, !use.wantsValues, links[held.key.link] != nil { leave(held.key) }
  }

  mutating func closeSockets(_ key: CharacteristicKey) {
    let use = use(key)
    for socket in [use.writeSocket, use.notifySocket].compactMap(\.self) { release(socket) }
  }

  // MARK: Subscriptions

  private mutating func startNotify(
    _ call: Message,
    _ key: CharacteristicKey,
    _ characteristic: LocalCharacteristic
  ) throws(Refusal) {
    var use = use(key)
    guard links[key.link] != nil else { throw .notConnected }
    guard use.notifySocket == nil else { throw .notPermitted("Notify acquired") }
    guard characteristic.canNotify else { throw .notSupported }
    let isFirst = use.subscribers.isEmpty
    use.subscribers.insert(call.client)
    setUse(key, use)
    if isFirst {
      tellServer("StartNotify", key)
      setNotifying(key, true)
    }
    act(.reply(call, []))
  }

  private mutating func stopNotify(
    _ call: Message,
    _ key: CharacteristicKey
  ) throws(Refusal) {
    guard use(key).subscribers.contains(call.client) else {
      throw .failed("No notify session started")
    }
    unsubscribe(call.client, key)
    act(.reply(call, []))
  }

  private mutating func unsubscribe(_ client: String, _ key: CharacteristicKey) {
    var use = use(key)
    guard use.subscribers.remove(client) != nil else { return }
    setUse(key, use)
    guard use.subscribers.isEmpty else { return }
    setNotifying(key, false)
    if links[key.link] != nil { leave(key) }
  }

  private mutating func setNotifying(_ key: CharacteristicKey, _ value: Bool) {
    if let action = setAcquired("Notifying", key, value) { act(action) }
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
  /// Whether bluetoothd answers all writes before the server hears of them, requests too (`gatt-database.c: chrc_write_cb`).
  var answersWritesItself: Bool { flags.contains(Flag.writeWithoutResponse) }
}

extension SocketID: Comparable {
  static func < (left: SocketID, right: SocketID) -> Bool { left.number < right.number }
}
