public import MatchProtocol

/// The host with whom a match goes on, as its table is looked for again.
///
/// A host that got another controller has another address, and may have another name. Who it is
/// shows when a link stands; the session cuts one to somebody else.
public struct KnownHost: Hashable, Sendable {
  /// The number of links to a table of another name and address.
  ///
  /// It may be the host that is looked for, with another controller, and the link to it may have
  /// been cut by the radio; a stranger is not asked for ever.
  static let mostStrangerLinks = 5

  private struct Refusal: Hashable {
    let address: String
    var count = 1
  }

  /// Its address nearby; nil if it was not found there.
  private(set) var address: String?
  /// Its name in lists; nil if it has said none.
  private(set) var name: PlayerName?
  /// The names that it may say, in small letters.
  private var names: [String] = []
  /// The purpose of this person at its table.
  public let purpose: TablePurpose
  /// The links that were cut right after they were up, since one was of use.
  private var refusals: [Refusal] = []

  /// Describes a host that was found at `address` nearby, if not elsewhere.
  ///
  /// - Parameters:
  ///   - address: Its address nearby.
  ///   - name: Its name in lists.
  ///   - others: Other names that it may say, such as one cut for an advertisement.
  ///   - purpose: What for.
  public init(
    at address: String?,
    called name: PlayerName?,
    or others: [String] = [],
    to purpose: TablePurpose
  ) {
    (self.address, self.name, self.purpose) = (address, name, purpose)
    for name in [name?.description].compactMap({ $0 }) + others { add(name) }
  }

  /// Describes the host of `table`, to which a link was made.
  init(_ table: Listing, to purpose: TablePurpose) {
    self.init(at: nil, called: table.name, to: purpose)
    note(table)
  }

  /// Notes another name that it may say.
  mutating func add(_ name: String) {
    let name = name.lowercased()
    if !names.contains(name) { names.append(name) }
  }

  /// Notes that a link to `table` stands: who is looked for nearby already stays so until a link to
  /// somebody else has been of use.
  mutating func note(_ table: Listing) {
    if table.carrier == .bluetooth, address == nil { trust(table) }
  }

  /// Notes that a link to `table` has been of use.
  mutating func trust(_ table: Listing) {
    refusals.removeAll { $0.address == table.address }
    if let name = table.name { add(name.description) }
    guard table.carrier == .bluetooth else { return }
    (address, name) = (table.address, table.name ?? name)
  }

  /// Notes that the session has cut a link to `table`.
  mutating func refuse(_ table: Listing) {
    guard let index = refusals.firstIndex(where: { $0.address == table.address }) else {
      return refusals.append(Refusal(address: table.address))
    }
    refusals[index].count += 1
  }

  private func count(of table: Listing) -> Int {
    refusals.first { $0.address == table.address }?.count ?? 0
  }

  /// The rank of `table`, best 0; nil if it is not tried.
  func rank(of table: Listing) -> Int? {
    let isCalled = table.name.map { names.contains($0.description.lowercased()) } ?? false
    if table.carrier != .bluetooth { return isCalled ? 0 : nil }
    if let address { if table.address == address { return 0 } }
    if isCalled { return address == nil ? 0 : 1 }
    // Of a host that was not found nearby only the name is known, if anything is.
    guard purpose != .watch, address != nil || names.isEmpty else { return nil }
    return count(of: table) < Self.mostStrangerLinks ? 2 : nil
  }

  /// True if `table` may be the one; a stranger's for something else is not any table.
  func admits(_ table: Listing) -> Bool {
    rank(of: table) != nil && (address != nil || !names.isEmpty || table.mayBe(purpose.kind))
  }

  /// True if a link can be made to `table`: whether it has a seat, its host knows better.
  func isMet(by table: Listing) -> Bool {
    guard table.isConnectable, table.mayBe(purpose.kind) else { return false }
    return purpose != .watch || !table.hasUnknownGame
  }

  /// True if nobody heard later can fit better than one of `tables`.
  func isSettled(by tables: [Listing]) -> Bool {
    tables.contains { rank(of: $0) == 0 && count(of: $0) == 0 }
  }

  /// The one of `tables` that is tried next: one after the other, first who has refused least.
  func best(of tables: [Listing]) -> Listing? {
    tables.min { order($0) < order($1) }.map { known($0) }
  }

  private func order(_ table: Listing) -> (Int, Int, Int) {
    (count(of: table), rank(of: table) ?? 2, -(table.strength ?? -128))
  }

  /// The table as it is told of.
  ///
  /// Over a link a device tells the name of its computer, which bluetoothd keeps until it hears
  /// that of the table again.
  private func known(_ table: Listing) -> Listing {
    guard table.carrier == .bluetooth, table.address == address, let name else { return table }
    var table = table
    table.name = name
    return table
  }
}
