internal import DBus

extension Air {
  /// What every advertisement is received with, in dBm: two machines on one table.
  static let rssi: Int16 = -50

  mutating func performAdapter(_ call: Message, _ index: Int) throws(Refusal) {
    switch call.member {
    case "StartDiscovery":
      try startDiscovery(call, index)
    case "StopDiscovery":
      guard radios[index].isPowered else { throw .notReady }
      guard radios[index].scanners.contains(call.client) else {
        throw .failed("No discovery started")
      }
      stopScanning(call.client, on: index)
      act(.reply(call, []))
    case "SetDiscoveryFilter":
      let options = call.options
      guard let filter = DiscoveryFilter(options) else { throw .invalidArguments }
      radios[index].filters[call.client] = options.isEmpty ? nil : filter
      act(.reply(call, []))
      if radios[index].scanners.contains(call.client) { listen(index) }
    case "GetDiscoveryFilters":
      let filters = ["UUIDs", "RSSI", "Pathloss", "Transport", "DuplicateData", "Discoverable"]
      act(.reply(call, [.strings(filters + ["Pattern"])]))
    case "RemoveDevice":
      try removeDevice(call, index)
    default:
      throw .unknownMethod
    }
  }

  private mutating func startDiscovery(_ call: Message, _ index: Int) throws(Refusal) {
    guard radios[index].isPowered else { throw .notReady }
    guard radios[index].scanners.insert(call.client).inserted else { throw .busy }
    act(.reply(call, []))
    if radios[index].scanners.count == 1 {
      forgetSilentPeers(index)
      set("Discovering", of: BlueZName.adapter, at: radios[index].path, .boolean(true))
    }
    listen(index)
  }

  mutating func stopScanning(_ client: String, on index: Int) {
    guard radios[index].scanners.remove(client) != nil, radios[index].scanners.isEmpty else {
      return
    }
    set("Discovering", of: BlueZName.adapter, at: radios[index].path, .boolean(false))
  }

  private mutating func removeDevice(_ call: Message, _ index: Int) throws(Refusal) {
    guard
      let path = call.body.first?.objectPath, case .peer(let link)? = role(of: path),
      link.central == index
    else { throw .doesNotExist }
    endLink(between: index, and: link.peripheral)
    removePeer(link.peripheral, from: index)
    act(.reply(call, []))
    hear(link.peripheral, by: index)
  }

  // MARK: What is heard

  /// Lets `scanner` hear everything that is on the air.
  private mutating func listen(_ scanner: Int) {
    for index in radios.indices { hear(index, by: scanner) }
  }

  /// Lets everybody who listens hear `advertiser`.
  mutating func announce(_ advertiser: Int) {
    for index in radios.indices { hear(advertiser, by: index) }
  }

  private mutating func hear(_ advertiser: Int, by scanner: Int) {
    guard
      scanner != advertiser, radios[scanner].isPresent, !behaviour.hidesAdvertisements,
      let heard = radios[advertiser].onAir, isWanted(heard, of: advertiser, by: scanner)
    else { return }
    var peer = radios[scanner].peers[advertiser] ?? Peer()
    peer.rssi = Self.rssi
    peer.manufacturerData = heard.manufacturerData
    // bluetoothd asks for no name, and believes no advertised service, that it knows better from a link.
    if !peer.isConnected { peer.name = heard.localName ?? peer.name }
    if !peer.knowsServices { peer.services = heard.services }
    update(peer, advertiser, on: scanner)
  }

  /// Whether a client of `scanner` looks for `heard`: all clients see what one of them looks for.
  private func isWanted(_ heard: LocalAdvertisement, of advertiser: Int, by scanner: Int) -> Bool {
    radios[scanner].scanners.contains { client in
      guard let filter = radios[scanner].filters[client] else { return heard.isDiscoverable }
      return filter.fits(heard, of: radios[advertiser], rssi: Self.rssi)
    }
  }

  // MARK: Objects of devices

  /// Shows `peer` as it is now, and tells what changed.
  mutating func update(_ peer: Peer, _ other: Int, on index: Int) {
    let path = radios[index].path(of: radios[other])
    let address = radios[other].address
    let new = peer.interface(address: address, adapter: radios[index].path)
    let old = radios[index].peers[other]?.interface(address: address, adapter: radios[index].path)
    radios[index].peers[other] = peer
    guard let old else {
      act(.export(path, [new]))
      return
    }
    guard Set(old.properties.keys) == Set(new.properties.keys) || !peer.found.isEmpty else {
      // An object cannot get more properties while it is exported.
      act(.unexport(path))
      act(.export(path, [new]))
      return
    }
    for (property, value) in new.properties.sorted(by: { $0.key < $1.key })
    where old.properties[property].map({ $0 != value }) ?? false || property == "RSSI" {
      set(property, of: BlueZName.device, at: path, value)
    }
  }

  /// Forgets the devices that are neither connected nor heard.
  ///
  /// bluetoothd does so 30 seconds after it last heard one; without a clock, that is before the next search.
  private mutating func forgetSilentPeers(_ index: Int) {
    for (other, peer) in radios[index].peers.sorted(by: { $0.key < $1.key })
    where !peer.isConnected && radios[other].onAir == nil {
      removePeer(other, from: index)
    }
  }

  /// Removes a device, and all objects below it.
  mutating func removePeer(_ other: Int, from index: Int) {
    guard let peer = radios[index].peers[other] else { return }
    let link = LinkID(central: index, peripheral: other)
    for service in peer.found.reversed() { hide(service, link) }
    act(.unexport(devicePath(link)))
    radios[index].peers[other] = nil
  }
}
