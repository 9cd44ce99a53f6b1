internal import DBus

/// The shared air, and the bluetoothd of every adapter in it: what each call, packet and loss leads to.
///
/// It decides and does nothing: every input returns the actions that follow from it, in order.
struct Air: Hashable {
  var behaviour: Behaviour
  var radios: [Radio]
  var links: [LinkID: AirLink] = [:]
  /// The sockets that clients hold, and what each is for.
  var sockets: [SocketID: SocketUse] = [:]
  /// The registrations whose objects are still being read.
  var registrations: Set<Message> = []

  private var actions: [Action] = []
  private var nextSocket = 0

  init(adapters: Int, behaviour: Behaviour) {
    self.behaviour = behaviour
    radios = (0..<adapters).map { Radio(index: $0) }
  }

  /// The air after a restart of bluetoothd: the controllers are as they were, and all else is forgotten.
  func restarted() -> Air {
    var air = Air(adapters: radios.count, behaviour: behaviour)
    for index in radios.indices {
      air.radios[index].alias = radios[index].alias
      air.radios[index].isPowered = radios[index].isPowered
      air.radios[index].isPresent = radios[index].isPresent
    }
    return air
  }

  /// Takes note of what happened, and says what to do.
  mutating func receive(_ input: Input) -> [Action] {
    switch input {
    case .start: start()
    case .call(let call): answer(call)
    case .propertySet(let path, let property, let value): set(property, at: path, to: value)
    case .clientGone(let client): forget(client)
    case .answered(let question, let answer): resume(question, answer)
    case .valueChanged(let sender, let path, let value): notify(value, of: path, by: sender)
    case .packet(let socket, let bytes): write(bytes, through: socket)
    case .socketClosed(let socket): release(socket)
    case .settled(let link): settle(link)
    case .behaviour(let behaviour): behave(behaviour)
    case .power(let index, let isOn): power(index, isOn)
    case .removeAdapter(let index): removeAdapter(index)
    case .dropLinks: for link in links.keys.sorted() { disconnect(link) }
    }
    defer { actions = [] }
    return actions
  }

  private mutating func start() {
    act(.export(.bluez, [FixedObjects.agentManager]))
    for radio in radios where radio.isPresent {
      act(.export(radio.path, radio.interfaces))
    }
  }

  private mutating func behave(_ behaviour: Behaviour) {
    self.behaviour = behaviour
    // What was hidden so far is heard now.
    for index in radios.indices { announce(index) }
  }

  // MARK: What follows

  mutating func act(_ action: Action) {
    actions.append(action)
  }

  mutating func set(_ property: String, of interface: String, at path: ObjectPath, _ value: Value) {
    act(.set(path, interface: interface, property: property, value))
  }

  mutating func makeSocket(_ use: SocketUse) -> SocketID {
    nextSocket += 1
    let socket = SocketID(number: nextSocket)
    sockets[socket] = use
    return socket
  }

  // MARK: Calls

  /// Answers a call, now or when somebody else has answered.
  private mutating func answer(_ call: Message) {
    do throws(Refusal) {
      try perform(call)
    } catch {
      act(.refuse(call, error))
    }
  }

  private mutating func perform(_ call: Message) throws(Refusal) {
    guard let path = call.path, let place = role(of: path) else { throw .unknownObject }
    switch (place, call.interface) {
    case (.daemon, _): act(.reply(call, []))
    case (.adapter(let index), BlueZName.adapter): try performAdapter(call, index)
    case (.adapter(let index), BlueZName.gattManager): try performApplications(call, index)
    case (.adapter(let index), BlueZName.advertisingManager): try performAdvertising(call, index)
    case (.peer(let link), BlueZName.device): try performDevice(call, link)
    case (.characteristic(let key), BlueZName.gattCharacteristic): try performGATT(call, key)
    case (.descriptor, BlueZName.gattDescriptor) where call.member == "ReadValue":
      act(.reply(call, [.bytes([0, 0])]))
    case (.descriptor, BlueZName.gattDescriptor): throw .notPermitted("Write not permitted")
    case (.adapter, _), (.peer, _), (.characteristic, _), (.descriptor, _): throw .unknownMethod
    }
  }

  // MARK: Clients and adapters come and go

  /// Drops all that `client` has asked for; links stay, as the real bluetoothd leaves them.
  private mutating func forget(_ client: String) {
    for index in radios.indices {
      dropAdvertisements(of: client, on: index)
      dropApplications(of: client, on: index)
      stopScanning(client, on: index)
      radios[index].filters[client] = nil
      dropSubscriptions(of: client, on: index)
    }
    registrations = registrations.filter { $0.client != client }
    act(.forget(client))
  }

  private mutating func set(_ property: String, at path: ObjectPath, to value: Value) {
    guard case .adapter(let index)? = role(of: path) else { return }
    switch property {
    case "Powered": changePower(index, value.boolean ?? false)
    case "Alias": radios[index].alias = value.string ?? Radio.name
    default: break
    }
  }

  private mutating func power(_ index: Int, _ isOn: Bool) {
    guard radios.indices.contains(index), radios[index].isPresent else { return }
    guard radios[index].isPowered != isOn else { return }
    set("Powered", of: BlueZName.adapter, at: radios[index].path, .boolean(isOn))
    changePower(index, isOn)
  }

  private mutating func changePower(_ index: Int, _ isOn: Bool) {
    guard radios[index].isPowered != isOn else { return }
    radios[index].isPowered = isOn
    if !isOn { silence(index) }
  }

  /// Ends all that needs a controller that is on.
  private mutating func silence(_ index: Int) {
    for link in links.keys.sorted() where link.contains(index) { disconnect(link) }
    for client in radios[index].scanners.sorted() { stopScanning(client, on: index) }
    for advertisement in radios[index].advertisements {
      act(.send(.release(advertisement)))
    }
    radios[index].advertisements = []
    countAdvertisements(index)
  }

  private mutating func removeAdapter(_ index: Int) {
    guard radios.indices.contains(index), radios[index].isPresent else { return }
    silence(index)
    for peer in radios[index].peers.keys.sorted() { removePeer(peer, from: index) }
    act(.unexport(radios[index].path))
    radios[index].isPresent = false
    radios[index].applications = []
  }
}
