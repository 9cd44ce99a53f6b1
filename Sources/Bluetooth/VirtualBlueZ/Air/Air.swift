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
  var random: SeededGenerator

  init(adapters: Int, behaviour: Behaviour) {
    self.behaviour = behaviour
    random = SeededGenerator(seed: behaviour.seed)
    radios = (0..<adapters).map { Radio(index: $0) }
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
    return actions
  }

  mutating func set(
    _ property: BlueZProperty,
    of interface: String,
    at path: ObjectPath,
    _ value: Value
  ) {
    act(.set(path, interface: interface, property: property, value))
  }

  mutating func makeSocket(_ use: SocketUse) -> SocketID {
    nextSocket += 1
    let socket = SocketID(number: nextSocket)
    sockets[socket] = use
    return socket
  }

  // MARK: Adapters come and go

  mutating func set(_ property: BlueZProperty, at path: ObjectPath, to value: Value) {
    let role = role(of: path)
    if case .peer(let link)? = role, property == .trusted {
      radios[link.central].peers[link.peripheral]?.isTrusted = value.boolean ?? false
    }
    guard case .adapter(let index)? = role else { return }
    switch property {
    case .powered: changePower(index, value.boolean ?? false)
    case .discoverable: changeDiscoverable(index, value.boolean ?? false)
    case .alias: radios[index].alias = value.string ?? Radio.name
    default: break
    }
  }

  mutating func power(_ index: Int, _ isOn: Bool) {
    guard radios.indices.contains(index), radios[index].isPresent else { return }
    guard radios[index].isPowered != isOn else { return }
    set(.powered, of: BlueZName.adapter, at: radios[index].path, .boolean(isOn))
    changePower(index, isOn)
  }

  mutating func makeDiscoverable(_ index: Int, _ isOn: Bool) {
    guard radios.indices.contains(index), radios[index].isPresent else { return }
    set(.discoverable, of: BlueZName.adapter, at: radios[index].path, .boolean(isOn))
    changeDiscoverable(index, isOn)
  }

  private mutating func changePower(_ index: Int, _ isOn: Bool) {
    guard radios[index].isPowered != isOn else { return }
    radios[index].isPowered = isOn
    guard isOn else { return silence(index) }
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
    radios[index].isDiscoverable = isOn
    for number in radios[index].advertisements.indices {
      radios[index].advertisements[number].localName = radios[index].alias
    }
    announce(index)
  }

  /// Ends all that needs a controller that is on.
  private mutating func silence(_ index: Int) {
    for link in links.keys.sorted() where link.contains(index) { disconnect(link) }
    for client in radios[index].scanners.sorted() { stopScanning(client, on: index) }
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
    silence(index)
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
