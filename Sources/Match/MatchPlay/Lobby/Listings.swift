/// All tables that are heard now.
///
/// A value without a clock: every input has the time since the search began.
struct Listings: Hashable, Sendable {
  private struct Entry: Hashable {
    var listing: Listing
    var heardAt: Duration
    let since: Duration
    /// What was told of it last; nil while its name is still missing.
    var told: Listing?
  }

  /// The time for which a table nearby stays listed after it was heard last.
  ///
  /// BlueZ advertises every 1.28 seconds, so six of its advertisements were missed then.
  static let silence = Duration.seconds(8)
  /// The time to wait for the name of a table, which comes in a packet of its own.
  static let nameTime = Duration.seconds(2)

  /// In the order of their identities.
  private var entries: [Entry] = []

  /// The tables that were told of.
  var told: [Listing] { entries.compactMap { $0.told } }

  /// All tables that were heard.
  var all: [Listing] { entries.map { $0.listing } }

  /// Those that were heard at `time` or later.
  func heard(since time: Duration) -> [Listing] {
    entries.filter { $0.heardAt >= time }.map { $0.listing }
  }

  /// Takes what was heard of a table, and returns what to tell.
  mutating func hear(_ listing: Listing, now: Duration) -> [Lobby.News] {
    guard let index = entries.firstIndex(where: { $0.listing.id == listing.id }) else {
      let told = listing.name == nil ? nil : listing
      let place = entries.firstIndex { $0.listing.id > listing.id } ?? entries.count
      entries.insert(Entry(listing: listing, heardAt: now, since: now, told: told), at: place)
      return told.map { [.appeared($0)] } ?? []
    }
    (entries[index].listing, entries[index].heardAt) = (listing, now)
    guard let told = entries[index].told else {
      return listing.name == nil ? [] : [tell(index)]
    }
    guard listing.differs(from: told) else { return [] }
    entries[index].told = listing
    return [.changed(listing)]
  }

  private mutating func tell(_ index: Int) -> Lobby.News {
    entries[index].told = entries[index].listing
    return .appeared(entries[index].listing)
  }

  /// Forgets the tables for which `isGone`, and returns those that were told of.
  mutating func forget(where isGone: (Listing) -> Bool) -> [Listing] {
    let gone = entries.filter { isGone($0.listing) }
    entries.removeAll { isGone($0.listing) }
    return gone.compactMap { $0.told }
  }

  /// Forgets what has been silent for too long, and returns what was told of it.
  mutating func expire(now: Duration) -> [Listing] {
    let silent = entries.filter { Self.end(of: $0).map { $0 <= now } ?? false }
      .map { $0.listing.id }
    return silent.isEmpty ? [] : forget { silent.contains($0.id) }
  }

  /// Returns the tables that were heard by `time`, and whose name has not come since.
  mutating func nameless(since time: Duration) -> [Lobby.News] {
    entries.indices.compactMap { index in
      entries[index].told == nil && entries[index].since <= time ? tell(index) : nil
    }
  }

  /// When something is due.
  var deadline: Duration? {
    entries.compactMap { entry in
      let name = entry.told == nil ? entry.since + Self.nameTime : nil
      return [name, Self.end(of: entry)].compactMap { $0 }.min()
    }.min()
  }

  /// When a table counts as gone; a broker's guests are asked, and say so.
  private static func end(of entry: Entry) -> Duration? {
    entry.listing.carrier == .bluetooth ? entry.heardAt + silence : nil
  }
}
