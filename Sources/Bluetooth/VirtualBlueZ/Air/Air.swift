internal import BlueZ
internal import DBus

/// The shared air with every adapter in it: who hears whom, what is connected, and what becomes of
/// a packet.
///
/// It decides and does nothing: what follows from a change is kept as actions, in order.
struct Air: Hashable {
  var behaviour: Behaviour
  var radios: [Radio]
  var links: [LinkID: AirLink] = [:]
  /// The agents that clients have registered.
  var agents = Agents()
  /// The pairings that are not finished, by who began them.
  var pairings: [LinkID: Pairing] = [:]
  /// The sockets that clients hold, and what each is for.
  var sockets: [SocketID: SocketUse] = [:]

  private var actions: [Action] = []
  private var nextSocket = 0
  private var nextAdvertisement = 0
  var random: SeededGenerator

  init(adapters: Int, behaviour: Behaviour) {
    self.behaviour = behaviour
    random = SeededGenerator(seed: behaviour.seed)
    radios = (0..<adapters).map { Radio(index: $0, behaviour.release) }
  }

  /// The air after a restart of bluetoothd: the controllers are as they were, and all but what
  /// bluetoothd has on disk is forgotten.
  func restarted() -> Air {
    var air = Air(adapters: radios.count, behaviour: behaviour)
    air.radios = radios.map(\.restarted)
    return air
  }

  mutating func start() {
    act(.export(.bluez, [FixedObjects.agentManager]))
    for index in radios.indices where radios[index].isPresent {
      export(index)
      for (other, peer) in radios[index].peers.sorted(by: { $0.key < $1.key }) {
        radios[index].peers[other] = nil
        update(peer, other, on: index)
      }
    }
  }

  private mutating func export(_ index: Int) {
    let roles = ["central"] + (index == behaviour.centralOnly ? [] : ["peripheral"])
    act(.export(radios[index].path, radios[index].interfaces(of: behaviour.release, roles)))
  }

  mutating func behave(_ behaviour: Behaviour) {
    self.behaviour = behaviour
    // What was hidden so far is heard now.
    for index in radios.indices { announce(index) }
  }

  // MARK: What follows

  mutating func act(_ action: Action) {
    actions.append(action)
  }

  /// Hands over what is to be done since the last time.
  mutating func takeActions() -> [Action] {
    defer { actions = [] }
    return actions.joined
  }

  mutating func set(
    _ property: BlueZProperty,
    of interface: String,
    at path: ObjectPath,
    _ value: Value
  ) {
    act(.change(PropertyChange(path: path, interface: interface, values: [property: value])))
  }

  mutating func makeSocket(_ use: SocketUse) -> SocketID {
    nextSocket += 1
    let socket = SocketID(number: nextSocket)
    sockets[socket] = use
    return socket
  }

  mutating func takeAdvertisementNumber() -> Int {
    nextAdvertisement += 1
    return nextAdvertisement
  }

  /// Tells servers and advertisers that all has ended.
  mutating func end() {
    for link in links.keys.sorted() {
      links[link] = nil
      leaveAll(link)
    }
    for radio in radios { for one in radio.advertisements { act(.send(.release(one))) } }
    act(.pause)
  }

  // MARK: Adapters come and go

  /// Sets a property of an adapter or of a device, and answers the call that asked for it.
  mutating func set(
    _ property: BlueZProperty,
    at path: ObjectPath,
    to value: Value,
    for call: Message
  ) throws(Refusal) {
    switch role(of: path) {
    case .peer(let link): set(property, ofDevice: link, to: value, for: call)
    case .adapter(let index):
      if property == .discoverable, !radios[index].isPowered { throw .failed("Not Powered") }
      set(property, ofAdapter: index, to: value, for: call)
    case .daemon, .characteristic, .descriptor, nil: throw .unknownObject
    }
  }

  private mutating func set(
    _ property: BlueZProperty,
    ofDevice link: LinkID,
    to value: Value,
    for call: Message
  ) {
    guard var peer = radios[link.central].peers[link.peripheral] else { return }
    switch property {
    case .trusted: peer.isTrusted = value.boolean ?? false
    case .blocked: peer.isBlocked = value.boolean ?? false
    case .alias: peer.givenName = value.string.flatMap { $0.isEmpty ? nil : $0 }
    case _: break
    }
    update(peer, link.peripheral, on: link.central)
    act(.reply(call, []))
    if peer.isBlocked { endLink(between: link.central, and: link.peripheral) }
  }

  private mutating func set(
    _ property: BlueZProperty,
    ofAdapter index: Int,
    to value: Value,
    for call: Message
  ) {
    let old = radios[index]
    begin(property, value.boolean ?? false, ofAdapter: old)
    // 5.66 answers when the links have ended.
    if behaviour.release == .bookworm, property == .powered, value.boolean == false {
      stopListening(index)
      endLinks(of: index)
    }
    act(.reply(call, []))
    switch property {
    case .powered: changePower(index, value.boolean ?? false)
    case .discoverable: changeDiscoverable(index, value.boolean ?? false)
    case .alias:
      let text = value.string ?? ""
      radios[index].alias = text.isEmpty ? radios[index].name : text
      if radios[index] != old {
        set(property, of: BlueZName.adapter, at: old.path, .string(radios[index].alias))
      }
    case _: keep(property, value, ofAdapter: index)
    }
  }

  /// Keeps a property that nothing follows from.
  private mutating func keep(_ property: BlueZProperty, _ value: Value, ofAdapter index: Int) {
    let old = radios[index]
    switch property {
    case .pairable: radios[index].isPairable = value.boolean ?? false
    case .pairableTimeout: radios[index].pairableTimeout = value
    case .discoverableTimeout: radios[index].discoverableTimeout = value
    case _: break
    }
    if radios[index] != old { set(property, of: BlueZName.adapter, at: old.path, value) }
  }

  /// Tells what the kernel does at once, which comes before the answer.
  private mutating func begin(_ property: BlueZProperty, _ isOn: Bool, ofAdapter radio: Radio) {
    if property == .powered, isOn != radio.isPowered {
      let state = isOn ? "off-enabling" : "on-disabling"
      set(.powerState, of: BlueZName.adapter, at: radio.path, .string(state))
    }
    if property == .discoverable, isOn, !radio.isDiscoverable {
      set(.connectable, of: BlueZName.adapter, at: radio.path, .boolean(true))
    }
  }

  /// Lets others pair with an adapter, or not.
  mutating func makePairable(_ index: Int, _ isOn: Bool) {
    guard radios[index].isPresent, radios[index].isPairable != isOn else { return }
    radios[index].isPairable = isOn
    set(.pairable, of: BlueZName.adapter, at: radios[index].path, .boolean(isOn))
  }

  mutating func power(_ index: Int, _ isOn: Bool) {
    guard radios.indices.contains(index), radios[index].isPresent else { return }
    begin(.powered, isOn, ofAdapter: radios[index])
    changePower(index, isOn)
  }

  mutating func makeDiscoverable(_ index: Int, _ isOn: Bool) {
    guard radios.indices.contains(index), radios[index].isPresent else { return }
    changeDiscoverable(index, isOn)
  }

  private mutating func changePower(_ index: Int, _ isOn: Bool) {
    guard radios[index].isPowered != isOn else { return }
    radios[index].isPowered = isOn
    var change = PropertyChange(path: radios[index].path, interface: BlueZName.adapter)
    change.values = [.powered: .boolean(isOn), .powerState: .string(isOn ? "on" : "off")]
    guard isOn else { return silence(index, change) }
    act(.change(change))
    // Neither bluetoothd nor the kernel forgets an advertisement while the controller is off.
    startAdvertising(index)
    announce(index)
  }

  /// Makes the adapter discoverable over Bluetooth classic, or not.
  ///
  /// bluetoothd 5.66 refreshes its advertisements then: the flags stay as they were registered, and
  /// the name becomes the computer's.
  private mutating func changeDiscoverable(_ index: Int, _ isOn: Bool) {
    guard radios[index].isDiscoverable != isOn else { return }
    set(.discoverable, of: BlueZName.adapter, at: radios[index].path, .boolean(isOn))
    if !isOn { set(.connectable, of: BlueZName.adapter, at: radios[index].path, .boolean(false)) }
    radios[index].isDiscoverable = isOn
    for number in radios[index].advertisements.indices {
      radios[index].advertisements[number].localName = radios[index].alias
    }
    announce(index)
  }

  /// Ends all that needs a controller that is on, before `change` is told; where there are links,
  /// 5.87 tells it before that, too.
  private mutating func silence(_ index: Int, _ change: PropertyChange) {
    if behaviour.release == .sid, links.keys.contains(where: { $0.contains(index) }) {
      var early = change
      early.isUrgent = true
      act(.change(early))
    }
    stopListening(index)
    endLinks(of: index)
    var change = change
    change.values[.discovering] = .boolean(false)
    act(.change(change))
  }

  private mutating func stopListening(_ index: Int) {
    radios[index].scanners = []
    forgetStrengths(index)
  }

  private mutating func endLinks(of index: Int) {
    for link in links.keys.sorted() where link.contains(index) {
      disconnect(link, reason: .adapterOff(index))
    }
  }

  private mutating func releaseAdvertisements(_ index: Int) {
    for advertisement in radios[index].advertisements {
      act(.send(.release(advertisement)))
    }
    radios[index].advertisements = []
    countAdvertisements(index)
  }

  mutating func removeAdapter(_ index: Int) {
    guard radios.indices.contains(index), radios[index].isPresent else { return }
    silence(index, PropertyChange(path: radios[index].path, interface: BlueZName.adapter))
    releaseAdvertisements(index)
    for peer in radios[index].peers.keys.sorted() { removePeer(peer, from: index) }
    act(.unexport(radios[index].path))
    radios[index].isPresent = false
    radios[index].applications = []
  }

  mutating func returnAdapter(_ index: Int, as number: Int) {
    guard radios.indices.contains(index), !radios[index].isPresent else { return }
    guard !radios.contains(where: { $0.isPresent && $0.number == number }) else { return }
    radios[index].number = number
    radios[index].isPresent = true
    export(index)
  }
}
