internal import BLETransport
internal import BoardUI
internal import BrokerTransport
internal import MatchPlay
internal import MatchProtocol
internal import MatchStore
internal import Phrases

extension Seeker {
  /// The reason why no link was made to the table that `search` asks for, at `broker` too; a table
  /// that was there tells more than one that was not.
  func reason(_ search: Search, at broker: BrokerList?) -> ExitReason {
    var told: [Carrier: ExitReason] = [:]
    for item in failures {
      told[item.carrier] = Self.reason(
        item.reason,
        over: item.carrier,
        search,
        at: broker,
        because: reasons[item.carrier]
      )
    }
    return .nowhere(told) ?? .nobodyFound(asked: search.destination.text)
  }

  /// The reason why no link was made over `carrier`, which has this one itself.
  static func reason(
    _ failure: SearchFailure,
    over carrier: Carrier,
    _ search: Search,
    at broker: BrokerList?,
    because own: ExitReason?
  ) -> ExitReason {
    let asked = search.destination.text
    switch failure {
    case .notFound where carrier == .broker:
      return .noKnownTable(asked: asked, broker: broker?.description ?? "")
    case .notFound(let heard): return .nobodyFound(asked: asked, heard: heard.map(\.words))
    case .closed(let tables): return search.purpose.obstacle(at: tables)
    case .several(let tables): return .severalTables(Listing.words(tables))
    case .vanished(let table): return .couldNotConnect(to: table.title, because: .tableClosed)
    case .unreachable, .down: return own ?? .nobodyFound(asked: asked)
    }
  }
}

extension ExitReason {
  /// The reason why no table was found in two places; a table that was there tells more than one
  /// that was not.
  static func nowhere(nearby: ExitReason, online: ExitReason) -> Self {
    if nearby.isOfSomebody { return nearby }
    return online.isOfSomebody ? online : .foundNowhere(nearby: nearby, online: online)
  }

  /// The same of each carrier that was used; nil if none has a reason.
  static func nowhere(_ reasons: [Carrier: ExitReason]) -> Self? {
    var near = reasons[.bluetooth]
    // What is wrong with Bluetooth tells more than that nobody is on the network.
    if let other = reasons[.lan], other.isOfSomebody || near == nil { near = other }
    return switch (near, reasons[.broker]) {
    case (let nearby?, let online?): nowhere(nearby: nearby, online: online)
    case (let reason, nil), (nil, let reason): reason
    }
  }

  /// True if somebody was there.
  var isOfSomebody: Bool {
    switch self {
    case .notLetIn, .severalTables, .couldNotConnect, .otherTable, .otherVersion: true
    default: false
    }
  }
}

extension TablePurpose {
  /// The reason why nobody who comes for it has a place at any of `tables`.
  func obstacle(at tables: [Listing]) -> ExitReason {
    if let unknown = tables.first(where: { !$0.isTaken && $0.hasUnknownGame }) {
      return .otherVersion(
        say("this version does not know the game at the table \(unknown.title)")
      )
    }
    guard let table = tables.first(where: { $0.mayBe(kind) }) else {
      return .otherTable(there: tables.first?.kind ?? .game, here: kind)
    }
    guard self == .watch else {
      let why = ExitReason.Closure(of: table.presence, mayBeWatched: table.mayBeWatched)
      return .notLetIn(name: table.title, why: why)
    }
    let isClosed = table.presence?.state == .closed
    return .notLetIn(name: table.title, why: isClosed ? .closed : .watchersFull)
  }
}

extension ExitReason.Closure {
  /// The reason why nobody can sit down at a table, as far as the table says so.
  init(of presence: Presence?, mayBeWatched: Bool) {
    self =
      switch presence?.state {
      case .interrupted: .kept
      case .closed: .closed
      case .playing where mayBeWatched: .watchable
      case .free, .playing, nil: .taken
      }
  }
}

extension Listing {
  /// The words about a table nearby in a list.
  fileprivate var words: String {
    isTaken ? say("\(title) (\(address), taken)") : "\(title) (\(address))"
  }

  /// Words that tell these tables apart.
  fileprivate static func words(_ tables: [Listing]) -> [String] {
    let players = tables.compactMap(\.player)
    guard players.count == tables.count else { return tables.map(\.words) }
    // Of one player, only the codes differ.
    let isOneEach = Set(players).count == players.count
    let marks =
      isOneEach ? Fingerprint.distinct(players.map { Fingerprint(of: $0) }) : tables.map(\.id)
    return zip(tables, marks).map { "\($0.title) (\($1))" }
  }
}
