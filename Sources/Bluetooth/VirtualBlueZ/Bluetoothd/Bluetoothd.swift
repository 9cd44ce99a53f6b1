internal import BlueZ
internal import DBus

/// The bluetoothd of every adapter in the shared air: what each call and each answer of a client
/// leads to.
///
/// It decides and does nothing: every input returns the actions that follow from it, in order.
struct Bluetoothd: Hashable {
  var air: Air
  /// The registrations whose objects are still being read.
  var registrations: Set<Message> = []

  init(in air: Air) {
    self.air = air
  }

  /// Takes note of what happened, and says what to do.
  mutating func receive(_ input: Input) -> [Action] {
    switch input {
    case .start: air.start()
    case .call(let call): answer(call)
    case .propertySet(let call, let path, let property, let value):
      attempt(call) { (daemon) throws(Refusal) in
        try daemon.air.set(property, at: path, to: value, for: call)
      }
    case .clientGone(let client): forget(client)
    case .answered(let question, let answer): resume(question, answer)
    case .advertisementChanged(let sender, let path, let changes):
      air.changeAdvertisement(at: path, of: sender, by: changes)
    case .expired(let index, let number): air.expireAdvertisement(number, on: index)
    case .valueChanged(let sender, let path, let value): air.notify(value, of: path, by: sender)
    case .packet(let socket, let bytes): air.write(bytes, through: socket)
    case .socketClosed(let socket): air.release(socket)
    case .settled(let link): air.settle(link)
    case .behaviour(let behaviour): air.behave(behaviour)
    case .power(let index, let isOn): air.power(index, isOn)
    case .discoverable(let index, let isOn): air.makeDiscoverable(index, isOn)
    case .removeAdapter(let index): air.removeAdapter(index)
    case .returnAdapter(let index, let number): air.returnAdapter(index, as: number)
    case .advertise: air.repeatAdvertisements()
    case .dropLinks: for link in air.links.keys.sorted() { air.disconnect(link) }
    }
    return air.takeActions()
  }

  /// Says what to do before it ends.
  mutating func end() -> [Action] {
    air.end()
    return air.takeActions()
  }

  // MARK: Calls

  /// Drops the registration by `member` that `call` takes back before it is answered.
  ///
  /// It gets no answer any more, as in bluetoothd.
  ///
  /// - Returns: Whether there was one.
  mutating func dropRegistration(_ member: String, takenBackBy call: Message) -> Bool {
    let begun = registrations.first { begun in
      begun.member == member && begun.client == call.client && begun.path == call.path
        && begun.body.first == call.body.first
    }
    return begun.flatMap { registrations.remove($0) } != nil
  }

  /// Answers a call, now or when somebody else has answered.
  private mutating func answer(_ call: Message) {
    do throws(Refusal) {
      try perform(call)
    } catch {
      air.act(.refuse(call, error))
    }
  }

  private mutating func perform(_ call: Message) throws(Refusal) {
    guard let path = call.path, let place = air.role(of: path) else { throw .unknownObject }
    switch (place, call.interface) {
    case (.daemon, _): try performAgents(call)
    case (.adapter(let index), BlueZName.adapter): try performAdapter(call, index)
    case (.adapter(let index), BlueZName.gattManager): try performApplications(call, index)
    case (.adapter(let index), BlueZName.advertisingManager): try performAdvertising(call, index)
    case (.peer(let link), BlueZName.device): try performDevice(call, link)
    case (.characteristic(let key), BlueZName.gattCharacteristic): try performGATT(call, key)
    case (.descriptor(let key), BlueZName.gattDescriptor): try performDescriptor(call, key)
    case (.adapter, _), (.peer, _), (.characteristic, _), (.descriptor, _): throw .unknownMethod
    }
  }

  /// Drops all that `client` has asked for; links stay, as the real bluetoothd leaves them.
  private mutating func forget(_ client: String) {
    for index in air.radios.indices {
      air.dropAdvertisements(of: client, on: index)
      air.dropApplications(of: client, on: index)
      air.stopScanning(client, on: index)
      air.radios[index].filters[client] = nil
      air.dropSubscriptions(of: client, on: index)
    }
    registrations = registrations.filter { $0.client != client }
    air.agents.remove(client)
    for (link, pairing) in air.pairings
    where pairing.calls.contains(where: { $0.client == client }) {
      air.failPairing(link, with: .authenticationCanceled)
    }
    air.act(.forget(client))
  }
}
