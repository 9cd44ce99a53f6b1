internal import BlueZ
internal import DBus

extension Air {
  /// The signal strength of every advertisement, in dBm: two machines on one table.
  static let rssi: Int16 = -50
  /// The deviation of repeated advertisements from that.
  private static let noise: ClosedRange<Int16> = -6...6

  mutating func stopScanning(_ client: String, on index: Int) {
    guard radios[index].scanners.remove(client) != nil, radios[index].scanners.isEmpty else {
      return
    }
    forgetStrengths(index)
    set(.discovering, of: BlueZName.adapter, at: radios[index].path, .boolean(false))
  }

  /// How strong a device was received counts for as long as the search only (`adapter.c:
  /// invalidate_rssi_and_tx_power`).
  mutating func forgetStrengths(_ index: Int) {
    for (other, var peer) in radios[index].peers.sorted(by: { $0.key < $1.key }) {
      peer.rssi = nil
      update(peer, other, on: index)
    }
  }

  // MARK: What is heard

  /// Lets `scanner` hear everything that is on the air.
  mutating func listen(_ scanner: Int) {
    for index in radios.indices { hear(index, by: scanner) }
  }

  /// Lets everybody who listens hear `advertiser`.
  mutating func announce(_ advertiser: Int) {
    for index in radios.indices { hear(advertiser, by: index) }
  }

  /// Lets everybody who wants each report hear everything that is on the air once more.
  mutating func repeatAdvertisements() {
    for scanner in radios.indices where radios[scanner].wantsEachReport {
      for index in radios.indices {
        let noise = Int16.random(in: Self.noise, using: &random)
        hear(index, by: scanner, rssi: Self.rssi + noise)
      }
    }
  }

  mutating func hear(_ advertiser: Int, by scanner: Int, rssi: Int16 = rssi) {
    guard
      scanner != advertiser, radios[scanner].isPresent, !behaviour.hidesAdvertisements,
      let heard = radios[advertiser].onAir, isWanted(heard, of: advertiser, by: scanner)
    else { return }
    var peer = radios[scanner].peers[advertiser] ?? Peer()
    peer.rssi = rssi
    peer.wasHeard = true
    peer.manufacturerData = heard.manufacturerData
    peer.serviceData = heard.serviceData
    peer.txPower = heard.txPower
    peer.appearance = heard.appearance
    peer.flags = heard.flags
    peer.advertisingData = heard.data
    peer.hasClassic = heard.hasClassic
    // bluetoothd asks for no name, and believes no advertised service, that it knows better from a
    // link.
    if !behaviour.hidesNames { peer.advertisedName = heard.localName ?? peer.advertisedName }
    if !peer.isConnected, !behaviour.hidesNames {
      peer.name = heard.localName ?? peer.name ?? radios[scanner].knownNames[advertiser]
    }
    if !peer.knowsServices { peer.services = heard.services }
    update(peer, advertiser, on: scanner, reportsStrength: true)
  }

  /// True if a client of `scanner` looks for `heard`: all clients see what one of them looks for.
  private func isWanted(_ heard: LocalAdvertisement, of advertiser: Int, by scanner: Int) -> Bool {
    radios[scanner].scanners.contains { client in
      guard let filter = radios[scanner].filters[client] else { return heard.isDiscoverable }
      return filter.fits(heard, of: radios[advertiser], rssi: Self.rssi)
    }
  }

  // MARK: Objects of devices

  /// Shows `peer` as it is now, and tells what changed.
  ///
  /// - Parameters:
  ///   - peer: The device.
  ///   - other: Its number.
  ///   - index: The number of the adapter that knows it.
  ///   - reportsStrength: True if its strength is told even if it is the same.
  ///   - isUrgent: True if this is told by a signal of its own.
  mutating func update(
    _ peer: Peer,
    _ other: Int,
    on index: Int,
    reportsStrength: Bool = false,
    isUrgent: Bool = false
  ) {
    let (adapter, address) = (radios[index].path, radios[other].address)
    let path = radios[index].path(of: radios[other])
    let new = peer.interface(address: address, adapter: adapter, in: behaviour.release)
    let old = radios[index].peers[other]?.interface(
      address: address,
      adapter: adapter,
      in: behaviour.release
    )
    radios[index].peers[other] = peer
    if let name = peer.name { radios[index].knownNames[other] = name }
    guard let old else {
      act(.export(path, [new] + behaviour.release.bearers))
      return
    }
    let gone = new.absent.subtracting(old.absent)
    let values = new.properties.filter { property, value in
      guard !new.absent.contains(property) else { return false }
      return old.properties[property] != value || old.absent.contains(property)
        || property == .rssi && reportsStrength
    }
    guard !values.isEmpty || !gone.isEmpty else { return }
    let change = PropertyChange(
      path: path,
      interface: BlueZName.device,
      values: values,
      gone: gone,
      isUrgent: isUrgent
    )
    act(.change(change))
  }

  /// Forgets the devices that are neither connected nor heard, and that nobody wants to be kept.
  ///
  /// bluetoothd does so 30 seconds after it last heard one; without a clock, that is before the
  /// next search.
  mutating func forgetSilentPeers(_ index: Int) {
    for (other, peer) in radios[index].peers.sorted(by: { $0.key < $1.key })
    where !peer.isConnected && radios[other].onAir == nil && !peer.isKept {
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
