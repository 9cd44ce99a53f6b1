import BLETransport
import MatchPlay
import MatchProtocol

@testable import tabletooth

/// One end of a link: a game that people play, or a peer that the test plays itself.
@MainActor
protocol WorldEnd: AnyObject {
  var world: World { get }
  /// The Bluetooth address of its controller.
  var address: String { get }
  /// The table that is open here, in each place where it can be found.
  var offers: [WorldOffer] { get set }

  /// Takes what a transport of `carrier` reports.
  func take(_ event: TransportEvent, of carrier: Carrier, over way: Int)
}

/// A link between a guest and a host.
@MainActor
final class Wire {
  let guest: any WorldEnd
  let host: any WorldEnd
  let place: TablePlace
  /// The numbers of the ways at each end.
  fileprivate let ways: (ofGuest: Int, ofHost: Int)
  /// The names that each has for the other.
  fileprivate let peers: (ofGuest: PeerID, ofHost: PeerID)
  fileprivate(set) var isUp = true
  /// When the last packet arrives at each end.
  fileprivate var lastArrivals: (atGuest: Duration, atHost: Duration) = (.zero, .zero)

  fileprivate init(
    _ guest: any WorldEnd,
    _ way: Int,
    _ host: any WorldEnd,
    _ offer: WorldOffer
  ) {
    (self.guest, self.host, place) = (guest, host, offer.place)
    ways = (way, offer.way)
    let number = guest.world.wires.count
    let knowsSecret = offer.place.carrier == .broker
    peers = (
      PeerID(
        rawValue: "host \(number)",
        at: knowsSecret ? "\(place)" : host.address,
        knowsSecret: knowsSecret
      ),
      PeerID(rawValue: "guest \(number)", at: guest.address)
    )
  }

  /// The name that `end` has for the other one, and the way on which it is there.
  fileprivate func seen(by end: any WorldEnd) -> (peer: PeerID, way: Int) {
    end === guest ? (peers.ofGuest, ways.ofGuest) : (peers.ofHost, ways.ofHost)
  }

  /// The other end.
  fileprivate func other(_ end: any WorldEnd) -> any WorldEnd {
    end === guest ? host : guest
  }

  /// Tells `end` of it.
  fileprivate func tell(_ end: any WorldEnd, _ event: LinkEvent) {
    end.take(.link(event), of: place.carrier, over: seen(by: end).way)
  }
}

/// What carries packets in a world: it loses nothing while a link is up.
extension World {
  /// The bytes in a packet over a link of this world.
  private static var packetSize: Int { GameService.maximumPacketSize(mtu: 247) }

  /// The tables that a program can hear over `carrier`: those nearby.
  func tables(
    heardOver carrier: Carrier,
    by listener: WorldProgram?,
    knowing known: KnownTables = KnownTables()
  ) -> [Listing] {
    guard carrier == .bluetooth, !silent.contains(.air) else { return [] }
    let others = ends.filter { ($0 as? WorldPerformance)?.owner !== listener }
    return others.flatMap { other in
      other.offers.filter { $0.place == .air }.map { offer in
        let name = GameService.advertisedName(offer.name.description)
        let location = HostLocation(address: other.address, name: name)
        return Listing(
          name: PlayerName(cleaning: name),
          address: other.address,
          strength: -60,
          presence: offer.presence,
          isConnectable: offer.isOpen,
          familiarity: known.familiarity(of: location)
        )
      }
    }
  }

  private var ends: [any WorldEnd] { (performances as [any WorldEnd]) + peers }

  /// Makes a link to `table` nearby, and returns whether it answers.
  func connect(_ guest: any WorldEnd, to table: Listing, over way: Int) -> Bool {
    let location = HostLocation(address: table.address, name: table.name?.description)
    return connect(guest, over: way, location) { host, offer in
      offer.place == .air && offer.isOpen && host.address == table.address
    }
  }

  /// Makes a link through `door`, and returns whether somebody is there.
  func connect(_ guest: WorldPerformance, through door: WorldDoor) -> Bool {
    connect(guest, over: door.way, door.location) { door.fits($1) }
  }

  private func connect(
    _ guest: any WorldEnd,
    over way: Int,
    _ location: HostLocation,
    where fits: (any WorldEnd, WorldOffer) -> Bool
  ) -> Bool {
    for host in ends where host !== guest {
      guard let offer = host.offers.first(where: { fits(host, $0) && isThere($0, of: host) })
      else { continue }
      let wire = Wire(guest, way, host, offer)
      wires.append(wire)
      guest.take(.progress(.connected(location)), of: wire.place.carrier, over: way)
      wire.tell(guest, .up(wire.peers.ofGuest, maximumPacketSize: Self.packetSize))
      return true
    }
    return false
  }

  private func isThere(_ offer: WorldOffer, of host: any WorldEnd) -> Bool {
    !silent.contains(offer.place) && (host as? WorldPerformance)?.lines[offer.way]?.isUp ?? true
  }

  /// True if a guest has a link over this way.
  func isLinked(_ guest: WorldPerformance, over way: Int) -> Bool {
    wires.contains { $0.isUp && $0.guest === guest && $0.ways.ofGuest == way }
  }

  /// True if a guest has had a link.
  func hasLinked(_ guest: WorldPerformance) -> Bool { wires.contains { $0.guest === guest } }

  private func wires(of end: any WorldEnd) -> [Wire] {
    wires.filter { $0.isUp && ($0.guest === end || $0.host === end) }
  }

  /// Sends `packet`, which each guest of a host hears.
  func send(_ packet: OutgoingPacket, from sender: any WorldEnd, over way: Int?) {
    for wire in wires(of: sender) where way.map({ wire.seen(by: sender).way == $0 }) ?? true {
      if held == (sender === wire.host ? .host : .guest) { continue }
      let receiver = wire.other(sender)
      plan(in: arrival(on: wire, at: receiver)) { [peer = wire.seen(by: receiver).peer] in
        guard wire.isUp else { return }
        let size = Self.packetSize
        wire.tell(receiver, .packet(packet.bytes, from: peer, maximumPacketSize: size))
      }
    }
  }

  /// The time that a packet takes which is behind all others.
  private func arrival(on wire: Wire, at receiver: any WorldEnd) -> Duration {
    let latency = Duration.milliseconds(Int.random(in: 8..<45, using: &random))
    let isAtGuest = receiver === wire.guest
    let last = isAtGuest ? wire.lastArrivals.atGuest : wire.lastArrivals.atHost
    let time = max(now + latency, last)
    if isAtGuest { wire.lastArrivals.atGuest = time } else { wire.lastArrivals.atHost = time }
    return time - now
  }

  /// Ends the links of a program to some peers, once what was sent before has arrived.
  func hangUp(_ end: any WorldEnd, over way: Int? = nil, where isMeant: (PeerID) -> Bool) {
    for wire in wires(of: end) where isMeant(wire.seen(by: end).peer) {
      guard way.map({ wire.seen(by: end).way == $0 }) ?? true else { continue }
      let other = wire.other(end)
      plan(in: arrival(on: wire, at: other)) { self.lose(wire, at: [other]) }
      tellLoss(of: wire, at: end, .cut)
    }
  }

  private func lose(_ wire: Wire, at ends: [any WorldEnd]) {
    guard wire.isUp else { return }
    wire.isUp = false
    for end in ends { tellLoss(of: wire, at: end, .disconnected) }
  }

  private func tellLoss(of wire: Wire, at end: any WorldEnd, _ loss: LinkLoss) {
    wire.tell(end, .down(wire.seen(by: end).peer, loss))
    if end === wire.guest, wire.place != .air {
      (end as? WorldPerformance)?.knock(wire.ways.ofGuest)
    }
  }

  /// A program takes its leave.
  func leave(_ program: any WorldEnd) {
    program.offers = []
    for wire in wires(of: program) {
      let other = wire.other(program)
      plan(in: arrival(on: wire, at: other)) { self.lose(wire, at: [other]) }
    }
  }

  /// A program says nothing any more: what it sent before arrives, and then its computer ends the
  /// links.
  func silence(_ program: WorldPerformance) {
    program.offers = []
    for wire in wires(of: program) {
      let other = wire.other(program)
      plan(in: arrival(on: wire, at: other) + .milliseconds(100)) { self.lose(wire, at: [other]) }
    }
  }

  /// Cuts the links nearby.
  func cutLinks() {
    for wire in wires where wire.place == .air { lose(wire, at: [wire.guest, wire.host]) }
  }

  /// Lets no link hold in `place`, or lets links be made again.
  func set(_ place: TablePlace, isSilent: Bool) {
    if isSilent { silent.insert(place) } else { silent.remove(place) }
    for search in programs.flatMap(\.searches) + performances.flatMap(\.searches) {
      search.note(isSilent: isSilent, at: place)
    }
    guard isSilent else { return }
    for wire in wires where wire.place == place { lose(wire, at: [wire.guest, wire.host]) }
    for line in performances.flatMap(\.lines.values) where line.place == place { line.lose() }
  }

  /// Ends Bluetooth on all computers.
  func breakDown() {
    for program in programs { program.hasBluetooth = false }
    for wire in wires where wire.place == .air && wire.isUp {
      wire.isUp = false
      for end in [wire.guest, wire.host] { tellLoss(of: wire, at: end, .transportGone) }
    }
    for performance in performances { performance.loseBluetooth() }
    for search in programs.flatMap(\.searches) { search.loseBluetooth() }
  }
}
