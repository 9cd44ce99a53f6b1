internal import DBus

extension Bluetoothd {
  /// Answers a call of the device that `place` names, seen from the adapter `place.central`.
  mutating func performDevice(_ call: Message, _ place: LinkID) throws(Refusal) {
    let wasConnected = isConnected(place)
    switch call.member {
    case "Connect":
      try connect(place)
      air.act(.reply(call, []))
      if !wasConnected { air.resolve(place) }
    case "Disconnect":
      if !air.endLink(between: place.central, and: place.peripheral, for: call) {
        air.act(.reply(call, []))
      }
    case "Pair":
      try pair(call, place)
    case "CancelPairing":
      guard air.pairings[place] != nil else { throw .doesNotExist }
      air.failPairing(place, with: .authenticationCanceled)
      air.act(.reply(call, []))
    case "ConnectProfile" where !call.namesProfile: throw .noProfile
    case "DisconnectProfile": throw .invalidArguments
    default:
      throw .notSupported
    }
  }

  private func isConnected(_ link: LinkID) -> Bool {
    air.radios[link.central].peers[link.peripheral]?.isConnected == true
  }

  /// The pairing of two devices that is not finished, by who began it.
  func pairing(of link: LinkID) -> LinkID? {
    [link, link.reversed].first { air.pairings[$0] != nil }
  }

  /// Pairs with a device, over a link that is made for it if there is none.
  private mutating func pair(_ call: Message, _ place: LinkID) throws(Refusal) {
    guard air.radios[place.central].peers[place.peripheral]?.bond == nil else {
      throw .alreadyExists
    }
    guard pairing(of: place) == nil else { throw .inProgress }
    let wasConnected = isConnected(place)
    try connect(place)
    if !wasConnected { air.resolve(place) }
    air.beginPairing(call, place)
  }

  /// Makes a link unless there is one.
  private mutating func connect(_ link: LinkID) throws(Refusal) {
    guard air.radios[link.central].isPowered else { throw .failed("Input/output error") }
    guard !isConnected(link) else { return }
    guard air.radios[link.central].peers[link.peripheral]?.isBlocked != true else {
      throw .abortByLocal
    }
    // Of two bearers that were heard at the same time bluetoothd takes the classic one (`device.c:
    // select_conn_bearer`), where nobody offers what this program looks for.
    guard air.radios[link.central].peers[link.peripheral]?.hasClassic != true else {
      throw .noClassicProfile
    }
    guard air.behaviour.failingConnects == 0 else {
      air.behaviour.failingConnects -= 1
      throw .abortByLocal
    }
    // The real one tries for as long as the caller waits. Nothing would change meanwhile that a
    // second call does not see.
    let taken = air.links.keys.filter { $0.peripheral == link.peripheral }.count
    guard
      !air.behaviour.hidesAdvertisements, air.radios[link.peripheral].onAir?.isConnectable == true,
      taken < air.behaviour.maximumLinks
    else { throw .abortByLocal }
    let seed = air.behaviour.seed &+ UInt64(link.central) << 32 &+ UInt64(link.peripheral)
    air.links[link] = AirLink(mtu: air.behaviour.mtu, seed: seed)
    air.stopAdvertising(link.peripheral)
    air.appear(link)
  }
}

extension Message {
  /// True if the argument is a UUID.
  fileprivate var namesProfile: Bool { body.first?.string.map(UUIDText.isValid) ?? false }
}
