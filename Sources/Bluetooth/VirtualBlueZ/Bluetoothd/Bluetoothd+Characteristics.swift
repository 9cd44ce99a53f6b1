internal import BlueZ
internal import DBus

extension Bluetoothd {
  /// Answers a client's call of a characteristic of a peripheral.
  mutating func performGATT(_ call: Message, _ key: CharacteristicKey) throws(Refusal) {
    guard let characteristic = air.found(key) else { throw .unknownObject }
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

  private mutating func writeValue(
    _ call: Message,
    _ key: CharacteristicKey,
    _ characteristic: LocalCharacteristic
  ) throws(Refusal) {
    guard let value = call.body.first?.bytes else { throw .invalidArguments }
    let use = air.use(key)
    guard use.writeSocket == nil else { throw .notPermitted("Write acquired") }
    guard let link = air.links[key.link] else { throw .noLink }
    guard !use.isWriting else { throw .inProgress }
    let type = call.options["type"]?.string
    if type != "command", characteristic.takesRequests {
      try writeRequest(call, key, characteristic, value)
    } else {
      guard type != "request", characteristic.answersWritesItself else { throw .notSupported }
      guard value.count <= link.mtu - 3 else { throw .failed("Failed to initiate write") }
      air.act(.reply(call, []))
      air.carry(Packet(handle: key.handle, bytes: value), toCentral: false, key.link)
    }
  }

  private mutating func writeRequest(
    _ call: Message,
    _ key: CharacteristicKey,
    _ characteristic: LocalCharacteristic,
    _ value: [UInt8]
  ) throws(Refusal) {
    guard try allows(.write, characteristic.flags, key.link, for: call) else { return }
    let isReliable = call.options["type"]?.string == "reliable"
    guard value.count <= air.longestWrite(isReliable: isReliable) else { throw .invalidLength }
    guard !characteristic.answersWritesItself else {
      air.act(.reply(call, []))
      air.deliver(Packet(handle: key.handle, bytes: value), key.link)
      return
    }
    var use = air.use(key)
    use.isWriting = true
    air.setUse(key, use)
    air.act(.ask(.write(call, key, air.serverWrite(value, key))))
  }

  private mutating func readValue(
    _ call: Message,
    _ key: CharacteristicKey,
    _ characteristic: LocalCharacteristic
  ) throws(Refusal) {
    guard air.links[key.link] != nil else { throw .noLink }
    guard try allows(.read, characteristic.flags, key.link, for: call) else { return }
    askToRead(call, key, after: [])
  }

  /// Asks the server for what follows `read`, which was read before.
  mutating func askToRead(_ call: Message, _ key: CharacteristicKey, after read: [UInt8]) {
    let offset = (call.options["offset"]?.integer ?? 0) + read.count
    let question = air.serverCall("ReadValue", key, [], from: offset)
    air.act(.ask(.read(call, key, ServerCall(message: question, read: read))))
  }

  private mutating func acquireWrite(
    _ call: Message,
    _ key: CharacteristicKey,
    _ characteristic: LocalCharacteristic
  ) throws(Refusal) {
    var use = air.use(key)
    guard let link = air.links[key.link] else { throw .noLink }
    guard use.writeSocket == nil else { throw .notPermitted("Write acquired") }
    guard characteristic.answersWritesItself else { throw .notSupported }
    let socket = air.makeSocket(SocketUse(key: key, client: call.client, isForWriting: true))
    use.writeSocket = socket
    air.setUse(key, use)
    air.act(.open(socket, mtu: link.mtu, call))
    if let action = air.setAcquired(.writeAcquired, key, true) { air.act(action) }
  }

  private mutating func acquireNotify(
    _ call: Message,
    _ key: CharacteristicKey,
    _ characteristic: LocalCharacteristic
  ) throws(Refusal) {
    var use = air.use(key)
    guard let link = air.links[key.link] else { throw .noLink }
    guard use.notifySocket == nil else { throw .notPermitted("Notify acquired") }
    guard use.subscribers.isEmpty else { throw .inProgress }
    guard characteristic.has(.notify) else { throw .notSupported }
    let socket = air.makeSocket(SocketUse(key: key, client: call.client, isForWriting: false))
    use.notifySocket = socket
    air.setUse(key, use)
    air.act(.open(socket, mtu: link.mtu, call))
    if let action = air.setAcquired(.notifyAcquired, key, true) { air.act(action) }
    air.tellServer("StartNotify", key)
  }

  private mutating func startNotify(
    _ call: Message,
    _ key: CharacteristicKey,
    _ characteristic: LocalCharacteristic
  ) throws(Refusal) {
    var use = air.use(key)
    guard air.links[key.link] != nil else { throw .notConnected }
    guard use.notifySocket == nil else { throw .notPermitted("Notify acquired") }
    guard characteristic.canNotify else { throw .notSupported }
    let isFirst = use.subscribers.isEmpty
    use.subscribers.insert(call.client)
    air.setUse(key, use)
    if isFirst {
      air.tellServer("StartNotify", key)
      air.setNotifying(key, true)
    }
    air.act(.reply(call, []))
  }

  private mutating func stopNotify(
    _ call: Message,
    _ key: CharacteristicKey
  ) throws(Refusal) {
    guard air.use(key).subscribers.contains(call.client) else {
      throw .failed("No notify session started")
    }
    air.unsubscribe(call.client, key)
    air.act(.reply(call, []))
  }
}
