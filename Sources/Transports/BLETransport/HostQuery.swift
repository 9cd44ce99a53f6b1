public import BlueZ
internal import DBus
public import MatchProtocol

/// Which host is wanted.
public enum HostQuery: Hashable, Sendable {
  /// Whoever is there, if it is only one.
  case any
  /// The one with this address.
  case address(BluetoothAddress)
  /// The one that advertises this name.
  case name(String)
  /// A table that was found before: best the one with this address, or else one that advertises
  /// this name, or else any.
  ///
  /// A host that got another controller has another address, and may have another name. Who it is
  /// shows when it is connected to.
  case table(BluetoothAddress, name: String?)
  /// The same, to watch there: also where somebody plays, and never another table than that.
  indirect case watching(HostQuery)
  /// The same, for something else than a game.
  indirect case meeting(TableKind, HostQuery)

  /// Asks for a host that was found before.
  public init(again host: HostLocation) {
    switch (BluetoothAddress(host.address), host.name) {
    case (let address?, let name): self = .table(address, name: name)
    case (nil, let name?): self = .name(name)
    case (nil, nil): self = .any
    }
  }

  /// The rank of `host`, best 0; `nil` if it does not fit.
  ///
  /// People do not care about capital letters; two tables may differ in nothing else.
  func rank(of host: FoundHost) -> Int? {
    switch self {
    case .any: 0
    case .address(let address): host.address == address.description ? 0 : nil
    case .name(let name): rank(of: host, called: name)
    case .table(let address, let name): rank(of: host, at: address, called: name)
    case .watching(let query): query.rank(of: host).flatMap { $0 < 2 ? $0 : nil }
    case .meeting(_, let query): query.rank(of: host)
    }
  }

  /// The name of the table that was found before, if `address` is its address.
  ///
  /// Over a link a device tells the name of its computer, which bluetoothd keeps until it hears
  /// that of the table again.
  func name(at address: String) -> String? {
    switch self {
    case .table(let known, let name): known.description == address ? name : nil
    case .watching(let query), .meeting(_, let query): query.name(at: address)
    case .any, .address, .name: nil
    }
  }

  /// The purpose of the wanted table.
  var kind: TableKind { if case .meeting(let kind, _) = self { kind } else { .game } }

  /// True if any table will do that is there for that.
  private var isAny: Bool {
    switch self {
    case .any, .watching(.any), .meeting(_, .any): true
    default: false
    }
  }

  private func rank(
    of host: FoundHost,
    at address: BluetoothAddress,
    called name: String?
  ) -> Int {
    host.address == address.description ? 0 : name != nil && host.name == name ? 1 : 2
  }

  private func rank(of host: FoundHost, called name: String) -> Int? {
    let advertised = GameService.advertisedName(name)
    if host.name == advertised { return 0 }
    return host.name?.lowercased() == advertised.lowercased() ? 1 : nil
  }

  /// The hosts among `hosts` that fit best: several only where nobody can say which.
  ///
  /// Of tables that were found before one is tried after the other: first who has refused the
  /// fewest times.
  func best(of hosts: [FoundHost], refusals: [String: Int]) -> [FoundHost] {
    let matching = hosts.filter { rank(of: $0) != nil }
    switch self {
    case .watching(let query), .meeting(_, let query):
      return query.best(of: matching, refusals: refusals)
    default: break
    }
    func order(_ host: FoundHost) -> (Int, Int, Int) {
      (refusals[host.address] ?? 0, rank(of: host) ?? 0, -(host.rssi ?? -128))
    }
    if case .table = self { return matching.min { order($0) < order($1) }.map { [$0] } ?? [] }
    let best = matching.compactMap(rank).min()
    return matching.filter { rank(of: $0) == best }
  }

  /// Those of `hosts` at whose tables this program can sit down now.
  ///
  /// A table that was found before may be that of a match that goes on: its host knows better.
  func open(among hosts: [FoundHost]) -> [FoundHost] {
    hosts.filter { host in
      switch self {
      case .table, .meeting(_, .table): host.isConnectable && host.mayBe(kind)
      case .watching: host.isConnectable && !host.hasUnknownGame && host.mayBe(.game)
      case .any, .address, .name, .meeting:
        !host.isTaken && !host.hasUnknownGame && host.mayBe(kind)
      }
    }
  }

  /// Those of `hosts` that are worth a try once nobody else is waited for.
  ///
  /// Who asks for a table by its name may be the player whom it waits for, in another program.
  func choice(among hosts: [FoundHost]) -> [FoundHost] {
    let open = open(among: hosts)
    guard open.isEmpty, !isAny else { return open }
    return hosts.filter {
      $0.isConnectable && $0.presence?.state == .interrupted && $0.mayBe(kind)
    }
  }

  /// True if nobody heard later can fit as well as one of `hosts`, or better.
  func isSettled(by hosts: [FoundHost], refusals: [String: Int]) -> Bool {
    switch self {
    case .any: hosts.count > 1
    case .address: true
    case .watching(let query), .meeting(_, let query):
      query.isSettled(by: hosts, refusals: refusals)
    case .name, .table: hosts.contains { rank(of: $0) == 0 && refusals[$0.address] == nil }
    }
  }

  /// The number of attempts with a host of another name and address.
  ///
  /// It may be the host that is looked for, with another controller, and the link to it may have
  /// been cut by the radio; a stranger is not asked for ever.
  private static let triesOfStranger = 5

  /// True if `host` is worth a try: somebody of another name and address only some times.
  func admits(_ host: FoundHost, refusals: [String: Int]) -> Bool {
    guard let rank = rank(of: host), !isAny || host.mayBe(kind) else { return false }
    return rank < 2 || refusals[host.address, default: 0] < Self.triesOfStranger
  }
}
