internal import BlueZ
internal import DBus

extension Bluetoothd {
  mutating func performAdapter(_ call: Message, _ index: Int) throws(Refusal) {
    switch call.member {
    case "StartDiscovery":
      try startDiscovery(call, index)
    case "StopDiscovery":
      try stopDiscovery(call, index)
    case "SetDiscoveryFilter":
      try setDiscoveryFilter(call, index)
    case "GetDiscoveryFilters":
      air.act(.reply(call, [.strings(DiscoveryFilter.keys(in: air.behaviour.release))]))
    case "RemoveDevice":
      try removeDevice(call, index)
    default:
      throw .unknownMethod
    }
  }

  private mutating func startDiscovery(_ call: Message, _ index: Int) throws(Refusal) {
    guard air.radios[index].isPowered else { throw .notReady }
    if air.behaviour.failingSearches > 0 {
      air.behaviour.failingSearches -= 1
      switch air.behaviour.searchFault {
      case .inProgress: throw .busy
      case .failed: throw .failed("Input/output error")
      case .silent: return air.act(.reply(call, []))
      }
    }
    guard air.radios[index].scanners.insert(call.client).inserted else { throw .busy }
    air.act(.reply(call, []))
    if air.radios[index].scanners.count == 1 {
      air.forgetSilentPeers(index)
      air.set(.discovering, of: BlueZName.adapter, at: air.radios[index].path, .boolean(true))
    }
    air.listen(index)
  }

  private mutating func stopDiscovery(_ call: Message, _ index: Int) throws(Refusal) {
    guard air.radios[index].isPowered else { throw .notReady }
    guard air.radios[index].scanners.contains(call.client) else {
      throw .failed("No discovery started")
    }
    // The strengths that were heard are withdrawn first, and that takes its time.
    let hasHeard = air.radios[index].peers.values.contains { $0.rssi != nil }
    if hasHeard { air.act(.reply(call, [])) }
    air.stopScanning(call.client, on: index)
    if !hasHeard { air.act(.reply(call, [])) }
  }

  private mutating func setDiscoveryFilter(_ call: Message, _ index: Int) throws(Refusal) {
    guard air.radios[index].isPowered else { throw .notReady }
    let options = call.options
    guard let filter = DiscoveryFilter(options, in: air.behaviour.release) else {
      throw .invalidArguments
    }
    air.radios[index].filters[call.client] = options.isEmpty ? nil : filter
    air.act(.reply(call, []))
    if air.radios[index].scanners.contains(call.client) { air.listen(index) }
  }

  private mutating func removeDevice(_ call: Message, _ index: Int) throws(Refusal) {
    guard
      let path = call.body.first?.objectPath, case .peer(let link)? = air.role(of: path),
      link.central == index
    else { throw .doesNotExist }
    // The answer waits for the end of a link, and not for the end of the object then.
    if air.endLink(between: index, and: link.peripheral, for: call) {
      air.removePeer(link.peripheral, from: index)
    } else {
      air.removePeer(link.peripheral, from: index)
      air.act(.reply(call, []))
    }
    air.hear(link.peripheral, by: index)
  }
}
