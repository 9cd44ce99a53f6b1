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
  /// True if a link can be made to it.
  var isOpen = true
  /// The code by which it is found.
  var code: String?
  /// The match for whose guest it is open.
  var match: SessionID?
}

/// A place to which a guest connects, and connects again.
struct WorldDoor {
  let way: Int
  let place: TablePlace
  let location: HostLocation
  /// The code of the table; nil for any.
  let code: String?
  /// The match, once there is one.
  var match: SessionID?
  /// True if it is tried until somebody is there.
  let isPatient: Bool

  /// True if it leads to `offer`.
  func fits(_ offer: WorldOffer) -> Bool {
    guard offer.place == place, offer.isOpen else { return false }
    if case .network = place { return true }
    return code.map { $0 == offer.code } ?? false || match.map { $0 == offer.match } ?? false
  }
}

/// How a game comes to its links.
extension WorldPerformance {
  /// The time between two attempts at a door.
  private static let pause = Duration.seconds(1)

  func open(_ opening: Opening) {
    let ways = opening.ways
    switch opening.aim {
    case .table(let name, let presence, let past):
      offer(ways.ways(past), ways, name, presence, again: past)
    case .offer(let name, let presence):
      var places = presence.rank == nil ? [] : [TransportChoice.Way.bluetooth]
      if let always = ways.always { places.append(.broker(always)) }
      offer(places, ways, name, presence, again: nil)
    case .join(let search):
      guard ways.isLookedFor else { return go(ways, back: nil, .table(search)) }
      take(.opened(1))
      seek(.table(search), over: [.bluetooth: 0])
    case .resume(let host, let past): go(ways, back: past, .host(host))
    }
  }

  // MARK: A host

  private func offer(
    _ places: [TransportChoice.Way],
    _ ways: TransportChoice,
    _ name: PlayerName,
    _ presence: Presence,
    again past: TransportChoice.Past?
  ) {
    var opened: [TransportProgress] = []
    if places.contains(.bluetooth), world.listeners.contains(owner.player) {
      let error = TransportError.notPeripheral(name: "hci0")
      return take(.program(.route(.failed(ExitReason(error)))))
    }
    for (way, place) in places.enumerated() {
      var offer: WorldOffer?
      switch place {
      case .bluetooth:
        offer = WorldOffer(way: way, place: .air, name: name, presence: presence)
        opened.append(.advertising(true))
      case .broker(let broker):
        let code = ways.secrets.map { TableCode(broker, $0.digest).text }
        let place = TablePlace.broker(broker.description)
        offer = WorldOffer(way: way, place: place, name: name, presence: presence, code: code)
        let invitations = past == nil ? [code].compactMap(\.self) : []
        opened.append(.listening(broker.location(nil), invitations: invitations))
      case .network:
        let port = world.openPort()
        offer = WorldOffer(way: way, place: .network(port: port), name: name, presence: presence)
        let address = "tcp:127.0.0.1:\(port)"
        let location = HostLocation(address: address, name: nil)
        opened.append(.listening(location, invitations: [address]))
      case .page, .lan: Issue.record("\(place) has no place in this world")
      }
      offer?.match = past?.session
      if let offer { offers.append(offer) }
    }
    take(.opened(places.count))
    for (way, progress) in opened.enumerated() { take(.transport(.progress(progress), of: way)) }
  }

  /// A match with `other` has begun.
  func expect(_ other: Introduction) {
    for index in offers.indices { offers[index].match = other.session }
    for index in doors.indices { doors[index].match = other.session }
  }

  // MARK: A guest

  /// Goes to a place that is known, or where somebody is looked for nearby.
  private func go(
    _ ways: TransportChoice,
    back past: TransportChoice.Past?,
    _ aim: TableSearch.Aim
  ) {
    let all = ways.guestWays(past)
    take(.opened(all.count))
    for (way, place) in all.enumerated() {
      switch place {
      case .bluetooth: seek(aim, over: [.bluetooth: way])
      case .broker(let broker):
        let known = ways.code ?? past?.location.flatMap { try? TableCode($0.address, at: nil) }
        let table = known?.broker == broker ? known : nil
        let door = WorldDoor(
          way: way,
          place: .broker(broker.description),
          location: broker.location(table),
          code: table?.text,
          match: past?.session,
          isPatient: past != nil || table == nil
        )
        doors.append(door)
        knock(way)
      case .network:
        goTo(ways.address ?? past?.location.flatMap { StreamAddress(kept: $0) }, way, past)
      case .page, .lan: Issue.record("\(place) has no place in this world")
      }
    }
  }

  private func goTo(_ address: StreamAddress?, _ way: Int, _ past: TransportChoice.Past?) {
    let address = address ?? StreamAddress(host: "localhost")
    let door = WorldDoor(
      way: way,
      place: .network(port: address.port),
      location: HostLocation(address: address.description, name: nil),
      code: nil,
      match: past?.session,
      isPatient: past != nil
    )
    doors.append(door)
    knock(way)
  }

  /// Tries the door of a way, and again as long as nobody is there.
  func knock(_ way: Int) {
    world.plan(in: .milliseconds(50)) { [weak self] in
      guard let self, let door = doors.first(where: { $0.way == way }) else { return }
      if world.connect(self, through: door) { return }
      if door.isPatient || world.hasLinked(self) {
        world.plan(in: Self.pause) { [weak self] in self?.knock(way) }
      } else {
        let reason = ExitReason.couldNotConnect(to: door.location.title, because: .tableClosed)
        take(.program(.route(.failed(reason))))
      }
    }
  }

  private func seek(_ aim: TableSearch.Aim, over carriers: [Carrier: Int]) {
    let teller = Teller { [weak self] carrier, event in
      MainActor.assumeIsolated { self?.take(.transport(event, of: carriers[carrier] ?? 0)) }
    } joined: { _ in
    }
    var (told, isHeld) = (teller, false)
    if case .host = aim { (told.isHeld, isHeld) = (true, true) }
    if !isHeld { take(.transport(.progress(.searching), of: carriers[.bluetooth] ?? 0)) }
    let scans = carriers.keys.map { Lobby.Scan($0, for: BluetoothService.searchLimit) }
    let search = WorldSearch(Lobby(aim.goal, by: scans), over: carriers, of: owner, for: self) {
      news,
      _ in
      told.tell(news)
    } ended: { [weak self] end, seeker in
      guard end == .failed, !told.isHeld, case .table(let search) = aim else { return }
      self?.take(.program(.route(.failed(seeker.reason(search, at: nil)))))
    }
    searches.append(search)
    search.begin()
  }

  /// Ends a way, of which nothing more comes.
  func giveUp(_ way: Int) {
    for search in searches where search.carriers.values.contains(way) { search.stop() }
    searches.removeAll { $0.carriers.values.contains(way) }
    doors.removeAll { $0.way == way }
    take(.transport(.ended(), of: way))
  }
}
