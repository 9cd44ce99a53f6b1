import BLETransport
import BlueZ
import BoardUI
import BrokerTransport
import MatchPlay
import MatchProtocol
import StreamTransport
import Testing

@testable import tabletooth

/// The place where a table can be found.
enum TablePlace: Hashable {
  /// Nearby.
  case air
  /// At this broker.
  case broker(String)
  /// At this port of the network that all share.
  case network(port: UInt16)

  var carrier: Carrier {
    switch self {
    case .air: .bluetooth
    case .network: .lan
    case .broker: .broker
    }
  }
}

/// A table that can be found in a place.
struct WorldOffer {
  let way: Int
  let place: TablePlace
  let name: PlayerName
  var presence: Presence
  /// True if anybody new may come, to those who ask.
  var isOpen = true
  /// The code by which it is found.
  var code: String?
  /// The contacts who find it without, each by what only the two have.
  var contacts: Set<String> = []
  /// The match for whose guest it is open.
  var match: SessionID?
}

/// A place to which a guest connects, and connects again.
struct WorldDoor {
  /// For how long nobody need be there at first, and what is told then.
  struct Limit {
    let time: Duration
    let reason: ExitReason
  }

  let way: Int
  let place: TablePlace
  let location: HostLocation
  /// The code of the table; nil for any.
  let code: String?
  /// The match, once there is one.
  var match: SessionID?
  /// Nil if it is tried until somebody is there.
  let limit: Limit?

  /// True if it leads to `offer`.
  func fits(_ offer: WorldOffer) -> Bool {
    guard offer.place == place else { return false }
    if case .network = place { return true }
    return code.map { $0 == offer.code } ?? false || match.map { $0 == offer.match } ?? false
  }
}

/// How a game comes to its links.
extension WorldPerformance {
  func open(_ opening: Opening) {
    let ways = opening.ways
    switch opening.aim {
    case .table(let name, let presence, let past):
      if ways.broker == nil, let missing = ways.environment.missingBroker {
        take(.transport(.wayEnded(because: missing), of: 0))
      }
      let table = Table(ways: ways, name: name, presence: presence, past: past)
      open(ways.ways(past), ways) { try offer(table, at: $0, over: $1) }
    case .offer(let name, let presence):
      var places = presence.rank == nil ? [] : [TransportChoice.Way.bluetooth]
      if let always = ways.always { places.append(.broker(always)) }
      let table = Table(ways: ways, name: name, presence: presence, past: nil)
      open(places, ways) { try offer(table, at: $0, over: $1) }
    case .join(let search):
      if ways.isLookedFor { look(search, ways) } else { go(ways, back: nil, .join(search)) }
    case .resume(let host, let past): go(ways, back: past, .hold(host))
    }
  }

  /// Opens all of `places`, of which one at least has to come about, and all that were named.
  ///
  /// `open` opens one over the way of a number, and returns what is done once all are known.
  func open(
    _ places: [TransportChoice.Way],
    _ ways: TransportChoice,
    by open: (TransportChoice.Way, Int) throws -> @MainActor () -> Void
  ) {
    var begins: [@MainActor () -> Void] = []
    var failures: [any Error] = []
    for place in places where failures.isEmpty || ways.named.isEmpty {
      do { begins.append(try open(place, begins.count)) } catch { failures.append(error) }
    }
    if let failure = failures.first, begins.isEmpty || !ways.named.isEmpty {
      offers = []
      return take(.program(.route(.failed(ExitReason(failure)))))
    }
    for failure in failures {
      take(.transport(.wayEnded(because: failure as? any TransportFailure), of: 0))
    }
    take(.opened(begins.count))
    for begin in begins { begin() }
  }

  /// - Throws: What is told where there is no Bluetooth.
  func checkBluetooth() throws {
    if let failure = owner.bluetoothFailure { throw failure }
  }

  // MARK: A host

  private struct Table {
    let ways: TransportChoice
    let name: PlayerName
    let presence: Presence
    let past: TransportChoice.Past?

    func offer(at place: TablePlace, over way: Int) -> WorldOffer {
      var offer = WorldOffer(way: way, place: place, name: name, presence: presence)
      offer.match = past?.session
      return offer
    }
  }

  private func offer(
    _ table: Table,
    at place: TransportChoice.Way,
    over way: Int
  ) throws -> @MainActor () -> Void {
    switch place {
    case .bluetooth:
      try checkBluetooth()
      if world.listeners.contains(owner.player) {
        throw TransportError.notPeripheral(name: "hci0")
      }
      offers.append(table.offer(at: .air, over: way))
      return tell(.advertising(true), over: way)
    case .broker(let broker): return try offer(table, at: broker, over: way)
    case .network: return try offerOnNetwork(table, over: way)
    case .page, .lan:
      Issue.record("\(place) has no place in this world")
      return {}
    }
  }

  private func tell(_ progress: TransportProgress, over way: Int) -> @MainActor () -> Void {
    { self.take(.transport(.progress(progress), of: way)) }
  }

  private func offer(
    _ table: Table,
    at broker: BrokerList,
    over way: Int
  ) throws -> @MainActor () -> Void {
    let isByTheWay = table.past == nil && table.ways.always == broker
    let isPatient = table.past != nil || isByTheWay
    var offer = table.offer(at: .broker(broker.description), over: way)
    guard isPatient || !world.silent.contains(offer.place) else { throw broker.silence }
    if table.past == nil {
      offer.code = table.ways.secrets.map { TableCode(broker, $0.digest).text }
      offer.contacts = Set((table.ways.known ?? []).map(\.mark))
    }
    offers.append(offer)
    let invitations = [offer.code].compactMap(\.self)
    let opened = tell(.listening(broker.location(nil), invitations: invitations), over: way)
    let line = WorldLine(of: self, over: way, to: broker, isUp: !isPatient) { [weak self] in
      guard let self, isByTheWay, shownCodes.insert(way).inserted else { return }
      opened()
    }
    lines[way] = line
    return {
      if isPatient { line.connect() }
      // A broker answers after Bluetooth does.
      if !isByTheWay { self.world.plan(in: .milliseconds(5), opened) }
    }
  }

  private func offerOnNetwork(_ table: Table, over way: Int) throws -> @MainActor () -> Void {
    let kept = table.past?.location.flatMap { StreamHostTransport.Place(kept: $0) }
    let place = table.ways.place ?? kept ?? .nearby(port: StreamAddress.usualPort)
    let port = place.port == 0 ? world.openPort() : place.port
    let offer = table.offer(at: .network(port: port), over: way)
    let isTaken = world.performances.contains { $0.offers.contains { $0.place == offer.place } }
    guard !isTaken else { throw StreamError.inUse(StreamAddress(host: "127.0.0.1", port: port)) }
    offers.append(offer)
    let location = HostLocation(address: place.text(port: port), name: nil)
    return tell(.listening(location, invitations: ["tcp:127.0.0.1:\(port)"]), over: way)
  }

  /// Ends Bluetooth, as where the bus has gone.
  func loseBluetooth() {
    let ways = offers.filter { $0.place == .air }.map(\.way)
    let sought = searches.compactMap { $0.carriers[.bluetooth] }
    offers.removeAll { $0.place == .air }
    for way in ways + sought { take(.ended(), of: .bluetooth, over: way) }
  }
}

extension StreamHostTransport.Place {
  /// The port, 0 for any that is free.
  fileprivate var port: UInt16 {
    switch self {
    case .nearby(let port), .networks(let port), .home(let port): port
    case .address(let address): address.port
    }
  }
}
