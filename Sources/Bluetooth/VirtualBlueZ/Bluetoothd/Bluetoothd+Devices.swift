internal import DBus

extension Bluetoothd {
  /// Answers a call of the device that `place` names, seen from the adapter `place.central`.
  mutating func performDevice(_ call: Message, _ place: LinkID) throws(Refusal) {
    switch call.member {
    case "Connect":
      try connect(call, place)
    case "Disconnect":
      guard air.endLink(between: place.central, and: place.peripheral, for: call) else {
        throw .notConnected
      }
    case "Pair":
      throw .authenticationFailed
    case "CancelPairing":
      throw .doesNotExist
    default:
      throw .notSupported
    }
  }

  private mutating func connect(_ call: Message, _ link: LinkID) throws(Refusal) {
    guard air.radios[link.central].isPowered else { throw .notReady }
    if air.radios[link.central].peers[link.peripheral]?.isConnected == true {
      air.act(.reply(call, []))
      return
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
    air.act(.reply(call, []))
    air.resolve(link)
  }
}
