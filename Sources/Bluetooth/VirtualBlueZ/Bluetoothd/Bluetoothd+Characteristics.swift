internal import BlueZ
internal import DBus

extension Bluetoothd {
  /// Answers a client's call of a characteristic of a peripheral.
  mutating func performGATT(_ call: Message, _ key: CharacteristicKey) throws(Refusal) {
    guard let characteristic = air.found(key) else { throw .unknownObject }
    guard try !performOwn(call, key, characteristic) else { return }
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
    let type = try call.writeType ?? characteristic.usualWrite
    let use = air.use(key)
    guard use.writeSocket == nil else { throw .notPermitted("Write acquired") }
    guard let link = air.links[key.link] else { throw .noLink }
    guard !use.isWriting else { throw .inProgress }
    switch type {
    case "request", "reliable": try writeRequest(call, key, characteristic, value)
    case "command":
      guard value.count <= link.mtu - 3 else { throw .failed("Failed to initiate write") }
      air.act(.reply(call, []))
      // The server takes none that it does not allow, and says nothing.
      guard characteristic.isWritable else { return }
      air.carry(Packet(handle: key.handle, bytes: value), toCentral: false, key.link)
    case _: throw .notSupported
    }
  }

  private mutating func writeRequest(
    _ call: Message,
    _ key: CharacteristicKey,
    _ characteristic: LocalCharacteristic,
    _ value: [UInt8]
  ) throws(Refusal) {
    if characteristic.takesRequests || !characteristic.answersWritesItself {
      guard try allows(.write, characteristic.flags, key.link, for: call) else { return }
    }
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
    let offset = call.options["offset"]?.integer ?? 0
    air.act(.ask(.write(call, key, air.serverWrite(value, key, from: offset))))
  }

  private mutating func readValue(
    _ call: Message,
    _ key: CharacteristicKey,
    _ characteristic: LocalCharacteristic
  ) throws(Refusal) {
    try call.checkOffset()
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
    if let action = air.setAcquired(.writeAcquired, key, true) { air.act(action) }
    air.act(.open(socket, mtu: link.mtu, call))
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
    // 5.66 hands out no socket for indications.
    let hasSockets = air.behaviour.release != .bookworm || characteristic.has(.notify)
    guard characteristic.canNotify, hasSockets else { throw .notSupported }
    let socket = air.makeSocket(SocketUse(key: key, client: call.client, isForWriting: false))
    use.notifySocket = socket
    air.setUse(key, use)
    if let action = air.setAcquired(.notifyAcquired, key, true) { air.act(action) }
    air.act(.open(socket, mtu: link.mtu, call))
    air.tellServer("StartNotify", key)
  }

  private mutating func startNotify(
    _ call: Message,
    _ key: CharacteristicKey,
    _ characteristic: LocalCharacteristic
  ) throws(Refusal) {
    var use = air.use(key)
    guard use.notifySocket == nil else { throw .notPermitted("Notify acquired") }
    guard characteristic.canNotify else { throw .notSupported }
    let isFirst = use.subscribers.isEmpty
    use.subscribers.insert(call.client)
    air.setUse(key, use)
    // Without a link, it is for the next one.
    if isFirst, air.links[key.link] != nil {
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

extension LocalCharacteristic {
  fileprivate var isWritable: Bool {
    takesRequests || answersWritesItself || flags.allSatisfy(Access.others.contains)
  }

  /// The type of a write that names none.
  fileprivate var usualWrite: String {
    if has(.reliableWrite) { return "reliable" }
    if takesRequests { return "request" }
    return answersWritesItself ? "command" : ""
  }
}

extension Message {
  /// The type that a write names, if it does.
  fileprivate var writeType: String? {
    get throws(Refusal) {
      guard let type = options["type"] else { return nil }
      guard let text = type.string else { throw .invalidArguments }
      return text
    }
  }

  /// Refuses an offset of another type than BlueZ reads.
  func checkOffset() throws(Refusal) {
    guard let offset = options["offset"] else { return }
    guard case .uint16 = offset.unwrapped else { throw .invalidArguments }
  }
}
