import BLETransport
import BlueZ
import BoardUI
import BrokerTransport
import MatchPlay
import MatchProtocol
import StreamTransport
import Testing

@testable import tabletooth

/// How a guest comes to its link.
extension WorldPerformance {
  /// The time between two attempts at a door.
  private static let pause = Duration.seconds(1)

  /// A match with `other` has begun.
  func expect(_ other: Introduction) {
    for index in offers.indices { offers[index].match = other.session }
    for index in doors.indices { doors[index].match = other.session }
    for (way, broker) in reserves where doors.allSatisfy({ $0.way != way }) {
      enter(door(over: way, at: broker, match: other.session))
    }
  }

  private func door(
    over way: Int,
    at broker: BrokerList,
    code: TableCode? = nil,
    match: SessionID? = nil,
    limit: WorldDoor.Limit? = nil
  ) -> WorldDoor {
    WorldDoor(
      way: way,
      place: .broker(broker.description),
      location: broker.location(code),
      code: code?.text,
      match: match,
      limit: limit
    )
  }

  /// Goes to a place that is known, or where somebody is looked for nearby.
  func go(
    _ ways: TransportChoice,
    back past: TransportChoice.Past?,
    _ goal: Lobby.Goal
  ) {
    open(ways.guestWays(past), ways) { place, way in
      switch place {
      case .bluetooth:
        try checkBluetooth()
        return { self.seek(goal, over: [.bluetooth: way], ways) }
      case .broker(let broker):
        let known = ways.code ?? past?.location.flatMap { try? TableCode($0.address, at: nil) }
        let table = known?.broker == broker ? known : nil
        let isPatient = past != nil || table == nil
        guard isPatient || !world.silent.contains(.broker(broker.description)) else {
          throw broker.silence
        }
        let time = BrokerGuestTransport.answerLimit
        let nobody = ExitReason(BrokerError.nobodyThere(after: time))
        let door = self.door(
          over: way,
          at: broker,
          code: table,
          match: past?.session,
          limit: isPatient ? nil : WorldDoor.Limit(time: time, reason: nobody)
        )
        return { self.enter(door, isUp: !isPatient) }
      case .network:
        let address = ways.address ?? past?.location.flatMap { StreamAddress(kept: $0) }
        let door = self.door(to: address ?? StreamAddress(host: "localhost"), over: way, past)
        return { self.enter(door) }
      case .page, .lan:
        Issue.record("\(place) has no place in this world")
        return {}
      }
    }
  }

  private func door(
    to address: StreamAddress,
    over way: Int,
    _ past: TransportChoice.Past?
  ) -> WorldDoor {
    let refused = ExitReason(StreamError.unreachable(address, words: "Connection refused"))
    return WorldDoor(
      way: way,
      place: .network(port: address.port),
      location: HostLocation(address: address.description, name: nil),
      code: nil,
      match: past?.session,
      limit: past == nil ? WorldDoor.Limit(time: .zero, reason: refused) : nil
    )
  }

  /// Goes to `door`, through a line to its broker, if it is at one.
  private func enter(_ door: WorldDoor, isUp: Bool = false) {
    let way = door.way
    doors.append(door)
    take(.transport(.progress(.connecting(door.location)), of: way))
    if let limit = door.limit {
      world.plan(in: limit.time + .milliseconds(100)) { [weak self] in
        guard let self, !world.hasLinked(self) else { return }
        take(.program(.route(.failed(limit.reason))))
      }
    }
    guard case .broker(let text) = door.place, let broker = BrokerList(text) else {
      return knock(way)
    }
    let line = WorldLine(of: self, over: way, to: broker, isUp: isUp) { [weak self] in
      self?.knock(way)
    }
    lines[way] = line
    if isUp { knock(way) } else { line.connect() }
  }

  /// Tries the door of a way, and again as long as nobody is there.
  func knock(_ way: Int) {
    world.plan(in: .milliseconds(50)) { [weak self] in
      guard let self, let door = doors.first(where: { $0.way == way }),
        lines[way]?.isUp ?? true, !world.isLinked(self, over: way),
        !world.connect(self, through: door)
      else { return }
      world.plan(in: Self.pause) { [weak self] in self?.knock(way) }
    }
  }

  /// Connects to the table of `code`, which was found at the broker of a way.
  ///
  /// - Throws: `ExitReason`, where nobody answers.
  func enter(tableOf code: TableCode, over way: Int) throws(ExitReason) {
    guard doors.allSatisfy({ $0.way != way }) else { return }
    let door = self.door(over: way, at: code.broker, code: code)
    enter(door, isUp: true)
    guard world.connect(self, through: door) else {
      giveUp(way)
      throw ExitReason(BrokerError.nobodyThere(after: BrokerGuestTransport.answerLimit))
    }
  }

  /// Looks for a table nearby and at a broker.
  func look(_ search: Search, _ ways: TransportChoice) {
    let broker = ways.online
    if ways.isSoughtNearby, ways.isBluetoothNamed || broker == nil,
      let failure = owner.bluetoothFailure
    {
      return take(.program(.route(.failed(ExitReason(failure)))))
    }
    var carriers: [Carrier] = broker == nil ? [] : [.broker]
    if ways.isSoughtNearby { carriers.append(.bluetooth) }
    if let broker { reserves[0] = broker }
    let isHeard = owner.bluetoothFailure == nil
    take(.opened(carriers.count { isHeard || $0 != .bluetooth }))
    let numbers = carriers.enumerated().map { ($1, $0) }
    seek(.join(search), over: Dictionary(uniqueKeysWithValues: numbers), ways)
  }

  func seek(
    _ goal: Lobby.Goal,
    over carriers: [Carrier: Int],
    _ ways: TransportChoice
  ) {
    let broker = ways.online
    let near = Set(carriers.filter { $0.key != .broker }.values)
    let teller = Teller { [weak self] carrier, event in
      MainActor.assumeIsolated { self?.take(.transport(event, of: carriers[carrier] ?? 0)) }
    } joined: { [weak self] carrier in
      let joined = Route.Joined(way: carriers[carrier] ?? 0, near: near)
      MainActor.assumeIsolated { self?.take(.joined(joined)) }
    }
    var (told, isHeld) = (teller, false)
    if goal.isForHost { (told.isHeld, isHeld) = (true, true) }
    if !isHeld { take(.transport(.progress(.searching), of: carriers[.bluetooth] ?? 0)) }
    let isNear = carriers[.bluetooth] != nil && owner.bluetoothFailure == nil
    let limit = isNear ? BluetoothService.searchLimit : OnlineTables.searchLimit
    let order: [Carrier] = [.bluetooth, .broker]
    let scans = order.filter { carriers[$0] != nil }.map { Lobby.Scan($0, for: limit) }
    let search = WorldSearch(Lobby(goal, by: scans), over: carriers, of: owner, for: self) {
      news,
      _ in
      told.tell(news)
    } ended: { [weak self] end, seeker in
      guard !told.isHeld, let search = goal.search else { return }
      let heard = end == .deaf ? ExitReason.nowhere(seeker.reasons) : nil
      let reason = heard ?? seeker.reason(search, at: broker)
      let said = reason.isOfSomebody ? reason : ways.doubt ?? reason
      self?.take(.program(.route(.failed(said))))
    }
    if carriers[.broker] != nil, let broker, let tables = ways.tables {
      search.online = (broker, tables)
    }
    searches.append(search)
    search.begin()
  }

  /// Ends a way for now: the host may be expected there later.
  func giveUp(_ way: Int) {
    for search in searches { search.giveUp(way) }
    doors.removeAll { $0.way == way }
    lines[way] = nil
    world.hangUp(self, over: way) { _ in true }
  }
}
