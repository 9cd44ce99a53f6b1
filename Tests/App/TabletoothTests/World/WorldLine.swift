import MQTT
import MatchPlay
import MatchProtocol
import MatchStore

@testable import BrokerTransport
@testable import tabletooth

/// The connection of a game to a broker, which is made again whenever it is lost.
@MainActor
final class WorldLine {
  private weak var owner: WorldPerformance?
  private let way: Int
  let broker: BrokerList
  private let whenUp: @MainActor () -> Void
  private var backoff = Backoff(first: .milliseconds(500), longest: .seconds(30))
  private(set) var isUp: Bool

  /// A connection of `owner`, which is there already, or is made by ``connect(after:)``.
  init(
    of owner: WorldPerformance,
    over way: Int,
    to broker: BrokerList,
    isUp: Bool = false,
    whenUp: @escaping @MainActor () -> Void = {}
  ) {
    (self.owner, self.way, self.broker) = (owner, way, broker)
    (self.isUp, self.whenUp) = (isUp, whenUp)
  }

  var place: TablePlace { .broker(broker.description) }

  /// Makes it after a while, or tries again.
  func connect(after pause: Duration = .milliseconds(30)) {
    owner?.world.plan(in: pause) { [weak self] in self?.tryOnce() }
  }

  private func tryOnce() {
    guard let owner, !isUp, owner.lines[way] === self else { return }
    guard !owner.world.silent.contains(place) else { return wait() }
    isUp = true
    backoff.reset()
    owner.take(.transport(.progress(.brokerFound), of: way))
    whenUp()
    owner.postLetters()
    owner.readLetters()
  }

  /// Loses it, and makes it again.
  func lose() {
    guard isUp else { return }
    isUp = false
    wait()
  }

  private func wait() {
    let pause = backoff.next()
    let progress = TransportProgress.brokerLost(attempt: backoff.attempts, after: pause)
    owner?.take(.transport(.progress(progress), of: way))
    connect(after: pause)
  }
}

extension BrokerList {
  /// What whoever connects is told where it is silent.
  var silence: BrokerError { .broker(addresses[0], .unreachable(words: "Connection refused")) }
}

/// What contacts find at brokers.
extension World {
  /// The tables at `broker` of those for whom `tables` of `listener` looks.
  func tables(
    at broker: BrokerList,
    for tables: OnlineTables,
    of listener: WorldProgram
  ) -> [Listing] {
    performances.filter { $0.owner !== listener }.flatMap { host in
      host.offers.compactMap { offer -> Listing? in
        guard offer.place == .broker(broker.description), host.lines[offer.way]?.isUp == true,
          let code = offer.code.flatMap({ try? TableCode($0, at: nil) }),
          let contact = tables.acquaintances.first(where: { offer.contacts.contains($0.mark) }),
          let player = tables.players.first(where: { $0.key == contact.key })
        else { return nil }
        var sign = TableSign(offer.name, offer.presence, table: code.host)
        sign.isOpen = offer.isOpen
        let found = BrokerLookout.Table(player: contact, sign: sign, code: code)
        return OnlineTables.Table(player: player, found: found).shown
      }
    }
  }
}

extension Acquaintance {
  /// What only the two have who know each other, as one word.
  var mark: String { Door(match: SessionID(rawValue: 0), with: self).name }
}
