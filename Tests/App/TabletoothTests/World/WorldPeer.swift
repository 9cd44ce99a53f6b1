import MatchPlay
import MatchProtocol

@testable import tabletooth

/// A peer that the test plays itself, packet by packet: what it hears waits until it asks.
@MainActor
final class WorldPeer: WorldEnd {
  /// It heard nothing for too long, or there is no table to go to.
  struct Silence: Error {}

  let world: World
  let address: String
  var offers: [WorldOffer] = []
  private var heard: [LinkEvent] = []

  init(in world: World) {
    self.world = world
    address = world.address(of: "", "hci\(200 + world.peers.count)")
    world.peers.append(self)
  }

  func take(_ event: TransportEvent, of carrier: Carrier, over way: Int) {
    if case .link(let event) = event { heard.append(event) }
  }

  /// Makes a link to the table nearby of this name.
  func connect(toTableOf name: String) throws {
    let tables = world.tables(heardOver: .bluetooth, by: nil)
    guard let table = tables.first(where: { $0.name?.description == name }),
      world.connect(self, to: table, over: 0)
    else { throw Silence() }
  }

  /// Opens a table, of which nobody says anything but the test.
  func open(tableOf name: String) {
    let name = PlayerName(cleaning: name)
    offers = [WorldOffer(way: 0, place: .air, name: name, presence: Presence())]
  }

  /// Waits for what comes next.
  func next() async throws -> LinkEvent {
    await world.advance(by: World.patience) { !heard.isEmpty }
    guard !heard.isEmpty else { throw Silence() }
    return heard.removeFirst()
  }

  /// Sends a packet as it is.
  func send(_ packet: [UInt8]) { world.send(OutgoingPacket(packet), from: self, over: nil) }

  /// Ends its links.
  func hangUp() { world.hangUp(self) { _ in true } }
}
