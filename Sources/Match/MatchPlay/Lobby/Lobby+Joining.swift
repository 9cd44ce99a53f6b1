internal import MatchProtocol

/// The search for one table.
///
/// Each carrier decides for itself, and the first link that is made is taken: who has a table
/// nearby and at a broker is found in either place.
extension Lobby {
  /// The time to wait for a table with a place after one without was heard, several times what it
  /// takes to hear another one.
  static let closedTime = Duration.seconds(4)
  /// The time to wait for another table of the name that was found: BlueZ's interval.
  static let namesakeTime = Duration.milliseconds(1_300)
  /// The time to look for a table that did not answer.
  static let secondLook = Duration.seconds(10)
  /// The number of times that such a table may not be heard again: reports get lost.
  private static let mostMissed = 2
  /// The number of tables that are told of though nobody looks for them.
  private static let mostPassed = 5

  /// What came of each carrier.
  package var failures: [Failure] {
    ears.compactMap { ear in
      guard case .over(let failure?) = ear.state else { return nil }
      return Failure(carrier: ear.carrier, reason: failure)
    }
  }

  /// All tables that were heard over `carrier`.
  package func heard(over carrier: Carrier) -> [Listing] {
    listings.all.filter { $0.carrier == carrier }
  }

  /// True if nobody who fits was heard.
  package var isUnheard: Bool {
    guard let search = goal.search else { return listings.all.isEmpty }
    return !listings.all.contains { search.admits($0) }
  }

  /// Decides what comes of each carrier.
  mutating func seek(now: Duration, _ orders: inout Orders) {
    guard let search = goal.search else { return }
    for index in ears.indices where ears[index].wantsScan {
      let heard = fitting(ears[index], search)
      let open = heard.filter { search.purpose.isMet(by: $0) }
      ears[index].note(isOpen: !open.isEmpty, isHeard: !heard.isEmpty, now: now)
      guard goal.isForLink else { continue }
      if heard.isEmpty {
        tellPassed(ears[index], &orders)
        if case .missing(let table, let since) = ears[index].state,
          now >= since + Self.secondLook
        {
          miss(table, at: index)
        }
      } else if open.isEmpty {
        closeOff(heard, search, at: index, now: now)
      } else if isSettled(open, search, ears[index], now: now) {
        take(open, search, at: index, &orders)
      }
    }
  }

  /// The tables that fit, of those that are heard over the carrier of `ear`.
  private func fitting(_ ear: Ear, _ search: Search) -> [Listing] {
    if case .missing(let table, let since) = ear.state {
      return listings.heard(since: since).filter { $0.id == table.id }
    }
    return heard(over: ear.carrier).filter { search.admits($0) }
  }

  /// True if no table is waited for that may fit better than these.
  private func isSettled(
    _ open: [Listing],
    _ search: Search,
    _ ear: Ear,
    now: Duration
  ) -> Bool {
    if case .missing = ear.state { return true }
    if let since = ear.openSince, now >= since + Self.rivalTime { return true }
    return switch search.destination {
    case .any: open.count > 1
    case .address: true
    case .name: open.contains { search.destination.rank(of: $0) == 0 }
    }
  }

  /// Connects to the one of `open` that fits best.
  private mutating func take(
    _ open: [Listing],
    _ search: Search,
    at index: Int,
    _ orders: inout Orders
  ) {
    let best = search.best(of: open)
    guard best.count == 1 else {
      ears[index].state = .over(.several(best))
      return
    }
    if ears[index].state == .listening { orders.news.append(.trying(best[0])) }
    ears[index].state = .connecting(best[0])
  }

  /// Gives up tables without a place, if that has stayed so.
  private mutating func closeOff(
    _ heard: [Listing],
    _ search: Search,
    at index: Int,
    now: Duration
  ) {
    guard let since = ears[index].closedSince, now >= since + Self.closedTime else { return }
    // Who asks for a table by its name may be the player whom it waits for, in another program.
    let kept = search.best(of: heard.filter { $0.isKept })
    let mayBeKept = search.destination != .any && kept.count == 1
    ears[index].state = mayBeKept ? .connecting(kept[0]) : .over(.closed(heard))
  }

  /// A table that did not answer was not heard again; it may still be there once.
  private mutating func miss(_ table: Listing, at index: Int) {
    ears[index].timesMissed += 1
    let isGone = ears[index].timesMissed >= Self.mostMissed
    ears[index].state = isGone ? .over(.vanished(table)) : .connecting(table)
  }

  /// A table has not answered; it is looked for `again`, or it is of no use.
  mutating func fail(_ carrier: Carrier, again: Bool, now: Duration, _ orders: inout Orders) {
    let isHeld = goal.isForHost
    for index in ears.indices where ears[index].carrier == carrier {
      ears[index].isConnecting = false
      if isHeld, ears[index].wantedLink != nil { pause(index, now: now, &orders) }
    }
    change(carrier) { ear in
      guard case .connecting(let table) = ear.state else { return }
      ear.state = again ? .missing(table, since: now) : .over(.unreachable(table))
    }
  }

  /// A scan has had its time.
  mutating func finishScan(_ carrier: Carrier, now: Duration, _ orders: inout Orders) {
    for index in ears.indices where ears[index].carrier == carrier && ears[index].isScanning {
      ears[index].isScanning = false
      finishHostScan(index, now: now, &orders)
      if case .missing(let table, _) = ears[index].state { miss(table, at: index) }
      guard ears[index].state == .listening else { continue }
      guard let search = goal.search else {
        ears[index].state = .over(nil)
        continue
      }
      let heard = fitting(ears[index], search)
      let open = heard.filter { search.purpose.isMet(by: $0) }
      if goal.isForLink, !open.isEmpty {
        take(open, search, at: index, &orders)
      } else {
        let all = self.heard(over: carrier)
        ears[index].state = .over(heard.isEmpty ? .notFound(heard: all) : .closed(heard))
      }
    }
  }

  private mutating func tellPassed(_ ear: Ear, _ orders: inout Orders) {
    guard ear.state == .listening, ear.carrier == .bluetooth else { return }
    let asked = goal.search?.destination.text?.lowercased()
    for table in heard(over: ear.carrier) where !passed.contains(table.id) {
      // That another one of the name is not it is nothing to be told.
      guard let name = table.name?.description.lowercased(), name != asked else { continue }
      guard passed.count < Self.mostPassed else { return }
      passed.append(table.id)
      orders.news.append(.passed(table))
    }
  }

  // MARK: A choice

  /// Ends with the tables among which a person chooses, once no other one is waited for.
  mutating func choose(now: Duration, _ orders: inout Orders) {
    guard case .choose(let search, let patience) = goal else { return }
    let fitting = listings.all.filter { search.admits($0) }
    let open = fitting.filter { search.purpose.isMet(by: $0) }
    let isOver = ears.allSatisfy { $0.isOver }
    let until = choiceTime ?? patience
    guard isOver || until.map({ $0 <= now }) ?? false else { return }
    let isNamed = search.destination != .any
    let fit = isNamed ? search.best(of: open) : fitting.filter { $0.isFree || $0.mayBeWatched }
    let offered = Listing.lines(fit)
    orders.end = offered.isEmpty ? .failed : .found(offered)
  }

  /// Until when another table is waited for; nil if none is there.
  var choiceTime: Duration? {
    guard case .choose(let search, _) = goal else { return nil }
    guard let opened = ears.compactMap({ $0.openSince }).min() else {
      return ears.compactMap { $0.closedSince }.min().map { $0 + Self.closedTime }
    }
    let isExact = listings.all.contains { search.destination.rank(of: $0) == 0 }
    return opened + (search.destination != .any && isExact ? Self.namesakeTime : Self.rivalTime)
  }
}

extension Lobby.Ear {
  /// Notes since when tables are heard, with a place or without.
  mutating func note(isOpen: Bool, isHeard: Bool, now: Duration) {
    openSince = isOpen ? openSince ?? now : nil
    closedSince = isHeard && !isOpen ? closedSince ?? now : nil
  }

  /// When something is to be decided, if nothing is heard before.
  var deadline: Duration? {
    switch state {
    case .waiting(let until): return until
    case .listening: break
    case .missing(_, let since) where openSince == nil && closedSince == nil:
      return since + Lobby.secondLook
    case .missing: break
    case .connecting, .linked, .resting, .over: return nil
    }
    return openSince.map { $0 + Lobby.rivalTime } ?? closedSince.map { $0 + Lobby.closedTime }
  }
}

extension Listing {
  /// True if a link can be made to a match there that was interrupted.
  fileprivate var isKept: Bool { !isOnline && isConnectable && presence?.state == .interrupted }
}
