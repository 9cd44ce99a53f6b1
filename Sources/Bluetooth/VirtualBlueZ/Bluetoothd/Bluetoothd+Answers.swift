internal import BlueZ
internal import DBus

extension Bluetoothd {
  /// Goes on where a client had to be asked first.
  mutating func resume(_ question: Question, _ answer: Result<[Value], Refusal>) {
    switch question {
    case .application(let call, let index):
      attempt(call) { (daemon) throws(Refusal) in
        try daemon.registerApplication(call, index, answer)
      }
    case .advertisement(let call, let index):
      attempt(call) { (daemon) throws(Refusal) in
        try daemon.registerAdvertisement(call, index, answer)
      }
    case .write(let call, let key, _):
      attempt(call) { (daemon) throws(Refusal) in try daemon.finishWrite(call, key, answer) }
    case .read(let call, let key, let asked):
      attempt(call) { (daemon) throws(Refusal) in
        try daemon.finishRead(call, key, asked.read, answer)
      }
    case .pairing(let link, let side, _):
      resumePairing(link, side, answer)
    }
  }

  /// Takes the answer of one side of a pairing.
  private mutating func resumePairing(
    _ link: LinkID,
    _ side: PairingSide,
    _ answer: Result<[Value], Refusal>
  ) {
    guard air.pairings[link]?.receive(answer, from: side) != false else {
      return air.failPairing(link, with: .authenticationFailed)
    }
    air.finishPairing(link)
  }

  /// Goes on with a call, which is refused if that fails.
  mutating func attempt(
    _ call: Message,
    _ body: (inout Bluetoothd) throws(Refusal) -> Void
  ) {
    do throws(Refusal) {
      try body(&self)
    } catch {
      air.act(.refuse(call, error))
    }
  }

  private mutating func finishWrite(
    _ call: Message,
    _ key: CharacteristicKey,
    _ answer: Result<[Value], Refusal>
  ) throws(Refusal) {
    guard air.links[key.link] != nil else { throw .noLink }
    var use = air.use(key)
    use.isWriting = false
    air.setUse(key, use)
    _ = try answer.refused(at: .write).get()
    air.act(.reply(call, []))
  }

  private mutating func finishRead(
    _ call: Message,
    _ key: CharacteristicKey,
    _ read: [UInt8],
    _ answer: Result<[Value], Refusal>
  ) throws(Refusal) {
    guard let link = air.links[key.link] else { throw .noLink }
    // An answer carries the MTU less 1; if it is full, there may be more.
    let values = try answer.refused(at: .read).get()
    guard let bytes = values.first?.bytes else { throw .notSupported }
    let part = bytes.prefix(link.mtu - 1)
    let value = Array((read + part).prefix(512))
    guard part.count < link.mtu - 1 || value.count == 512 else {
      return askToRead(call, key, after: value)
    }
    air.show(value, of: key, from: call.options["offset"]?.integer ?? 0)
    air.act(.reply(call, [.bytes(value)]))
  }
}

extension Result<[Value], Refusal> {
  /// The answer of a server's program, with what bluetoothd says of this access if it refuses.
  fileprivate func refused(at access: Access) -> Self {
    mapError { $0 == .accessNotPermitted ? access.refusal : $0 }
  }
}
