internal import MatchProtocol

/// The link to a host with whom a match goes on: where it is lost, it is made again.
extension Lobby {
  /// So often a table is found taken until that is told: for longer than a host takes a link for
  /// standing that is lost.
  private static let timesTaken = 4

  /// A link stands.
  mutating func join(_ carrier: Carrier, now: Duration, _ orders: inout Orders) {
    guard let index = ears.firstIndex(where: { $0.carrier == carrier }), !ears[index].isLinked
    else { return }
    guard case .connecting(let table) = ears[index].state else {
      // Another one was taken meanwhile.
      orders.drops.append(carrier)
      return
    }
    ears[index].isConnecting = false
    ears[index].state = .linked(table, since: now)
    switch goal {
    case .join(let search):
      goal = .hold(KnownHost(table, to: search.purpose))
      ears[index].isAlwaysHeld = true
      orders.news.append(.joined(carrier))
      closeOthers(than: index)
    case .hold(var host):
      host.note(table)
      goal = .hold(host)
    case .look, .list, .meet, .choose, .ask: break
    }
  }

  /// Only a host nearby may be met on another carrier nearby too, whatever came of that before.
  private mutating func closeOthers(than index: Int) {
    let isNear = ears[index].isNear
    for other in ears.indices where other != index {
      ears[other].state = isNear && ears[other].isNear ? .resting : .over(nil)
    }
  }

  /// A link is lost, or the session has cut it; one at a broker comes back by its carrier.
  mutating func loseLink(_ carrier: Carrier, isCut: Bool, now: Duration, _ orders: inout Orders) {
    guard let index = ears.firstIndex(where: { $0.carrier == carrier }), ears[index].isNear,
      case .linked(let table, let since) = ears[index].state, case .hold(var host) = goal
    else { return }
    ears[index].backoff.lost(after: now - since)
    if now - since >= Backoff.steady {
      host.trust(table)
    } else if isCut {
      host.refuse(table)
    }
    goal = .hold(host)
    pause(index, now: now, &orders)
  }

  /// Has a carrier look again later.
  mutating func pause(_ index: Int, isTaken: Bool = false, now: Duration, _ orders: inout Orders) {
    ears[index].timesTaken = isTaken ? ears[index].timesTaken + 1 : 0
    let pause = ears[index].backoff.next()
    ears[index].state = .waiting(until: now + pause)
    let attempt = ears[index].backoff.attempts
    orders.news.append(.retrying(ears[index].carrier, attempt: attempt, after: pause))
  }

  /// Decides what comes of each carrier.
  mutating func seekHost(now: Duration, _ orders: inout Orders) {
    guard case .hold(let host) = goal else { return }
    for index in ears.indices where ears[index].wantsScan {
      let heard = self.heard(over: ears[index].carrier).filter { host.admits($0) }
      let open = heard.filter { host.isMet(by: $0) }
      ears[index].note(isOpen: !open.isEmpty, isHeard: !heard.isEmpty, now: now)
      let isLate = ears[index].openSince.map { now >= $0 + Self.rivalTime } ?? false
      if isLate || host.isSettled(by: open) {
        take(host.best(of: open), at: index, &orders)
      } else if let since = ears[index].closedSince, now >= since + Self.closedTime {
        closeOff(heard, host, at: index, now: now, &orders)
      }
    }
  }

  private mutating func take(_ table: Listing?, at index: Int, _ orders: inout Orders) {
    guard let table else { return }
    orders.news.append(.trying(table))
    ears[index].state = .connecting(table)
  }

  /// Gives up tables that take no link, for a while.
  private mutating func closeOff(
    _ heard: [Listing],
    _ host: KnownHost,
    at index: Int,
    now: Duration,
    _ orders: inout Orders
  ) {
    let table = heard.first { host.rank(of: $0).map { $0 < 2 } ?? false }
    pause(index, isTaken: table != nil, now: now, &orders)
    if ears[index].timesTaken == Self.timesTaken, let table { orders.news.append(.taken(table)) }
  }

  /// A scan has had its time.
  mutating func finishHostScan(_ index: Int, now: Duration, _ orders: inout Orders) {
    guard case .hold(let host) = goal, ears[index].state == .listening else { return }
    let heard = self.heard(over: ears[index].carrier).filter { host.admits($0) }
    let open = heard.filter { host.isMet(by: $0) }
    if !open.isEmpty {
      take(host.best(of: open), at: index, &orders)
    } else if !heard.isEmpty {
      closeOff(heard, host, at: index, now: now, &orders)
    } else {
      pause(index, now: now, &orders)
    }
  }

  /// Lets carriers rest that are not needed as long as there is a link over another one.
  mutating func rest(now: Duration) {
    guard case .hold = goal else { return }
    let isLinked = ears.contains { $0.isLinked }
    for index in ears.indices where !ears[index].isAlwaysHeld && !ears[index].isOver {
      if ears[index].isLinked { continue }
      if isLinked {
        ears[index].state = .resting
      } else if ears[index].state == .resting {
        ears[index].state = .waiting(until: now)
      }
    }
  }
}
