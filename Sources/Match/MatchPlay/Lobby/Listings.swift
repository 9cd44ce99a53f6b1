/// All tables that are heard now, and the lines that a list has for them.
///
/// A value without a clock: every input has the time since the search began.
struct Listings: Hashable, Sendable {
  private struct Entry: Hashable {
    var listing: Listing
    var heardAt: Duration
    let since: Duration
    /// The line that was told last; nil while its name is still missing, or in another's line.
    var told: Listing?
    /// The same table over another carrier.
    var twin: String?
    /// True if it is in the line of its twin.
    var isBesideTwin = false
    /// Until when the same table may be heard over another carrier before it is told.
    var heldUntil: Duration?
  }

  /// The time for which a table nearby stays listed after it was heard last.
  ///
  /// BlueZ advertises every 1.28 seconds, so six of its advertisements were missed then.
  static let silence = Duration.seconds(8)
  /// The time to wait for the name of a table, which comes in a packet of its own.
  static let nameTime = Duration.seconds(2)

  /// In the order of their identities.
  private var entries: [Entry] = []

  /// The lines that were told.
  var told: [Listing] { entries.compactMap { $0.told } }

  /// All tables that were heard.
  var all: [Listing] { entries.map { $0.listing } }

  /// Those that were heard at `time` or later.
  func heard(since time: Duration) -> [Listing] {
    entries.filter { $0.heardAt >= time }.map { $0.listing }
  }

  /// Takes what was heard of a table, and returns what to tell, at once or up to `holdTime` later.
  mutating func hear(
    _ listing: Listing,
    now: Duration,
    holdTime: Duration? = nil
  ) -> [Lobby.News] {
    guard let index = index(of: listing.id) else {
      let place = entries.firstIndex { $0.listing.id > listing.id } ?? entries.count
      var entry = Entry(listing: listing, heardAt: now, since: now)
      entry.heldUntil = holdTime.map { now + $0 }
      entries.insert(entry, at: place)
      return pair([place])
    }
    (entries[index].listing, entries[index].heardAt) = (listing, now)
    var changed = [index]
    if let twin = twin(of: index), !listing.isSame(as: entries[twin].listing) {
      part(index)
      part(twin)
      changed.append(twin)
    }
    return pair(changed)
  }

  /// Finds the twins of those that have none, and returns what to tell.
  private mutating func pair(_ indices: [Int]) -> [Lobby.News] {
    var changed = indices
    for index in indices where entries[index].twin == nil {
      let twin = entries.indices.first {
        entries[$0].twin == nil && entries[$0].listing.isSame(as: entries[index].listing)
      }
      guard let twin else { continue }
      // The line that was told stays; of two, the first one.
      let isLater =
        (entries[index].told == nil ? 1 : 0, entries[index].since)
        > (entries[twin].told == nil ? 1 : 0, entries[twin].since)
      entries[isLater ? index : twin].isBesideTwin = true
      entries[index].twin = entries[twin].listing.id
      entries[twin].twin = entries[index].listing.id
      changed.append(twin)
    }
    // What goes is told first.
    return changed.sorted { entries[$0].isBesideTwin && !entries[$1].isBesideTwin }
      .compactMap { tell($0) }
  }

  private mutating func part(_ index: Int) {
    (entries[index].twin, entries[index].isBesideTwin) = (nil, false)
  }

  private func index(of id: String) -> Int? { entries.firstIndex { $0.listing.id == id } }

  private func twin(of index: Int) -> Int? { entries[index].twin.flatMap { self.index(of: $0) } }

  /// The line of a table; nil if it is in another's.
  private func line(_ index: Int) -> Listing? {
    guard !entries[index].isBesideTwin else { return nil }
    let listing = entries[index].listing
    return twin(of: index).map { listing.joined(with: entries[$0].listing) } ?? listing
  }

  /// Tells the line of a table as it is now, if that is to be told and has not been.
  private mutating func tell(_ index: Int, isTimeOver: Bool = false) -> Lobby.News? {
    let line = line(index)
    switch (entries[index].told, line) {
    case (nil, nil):
      entries[index].heldUntil = nil
      return nil
    case (let old?, nil):
      entries[index].told = nil
      return .vanished(old)
    case (nil, let line?):
      let isHeld = entries[index].twin == nil && entries[index].heldUntil != nil
      guard isTimeOver || line.name != nil && !isHeld else { return nil }
      (entries[index].told, entries[index].heldUntil) = (line, nil)
      return .appeared(line)
    case (let old?, let line?):
      guard line.differs(from: old) else { return nil }
      entries[index].told = line
      return .changed(line)
    }
  }

  /// Forgets the tables for which `isGone`, and returns what to tell.
  mutating func forget(where isGone: (Listing) -> Bool) -> [Lobby.News] {
    let gone = entries.filter { isGone($0.listing) }
    guard !gone.isEmpty else { return [] }
    entries.removeAll { isGone($0.listing) }
    var left: [Int] = []
    for twin in gone.compactMap({ $0.twin }) {
      guard let index = index(of: twin) else { continue }
      part(index)
      left.append(index)
    }
    return gone.compactMap { $0.told.map { .vanished($0) } } + pair(left)
  }

  /// Forgets what has been silent for too long, and returns what to tell.
  mutating func expire(now: Duration) -> [Lobby.News] {
    let silent = entries.filter { Self.end(of: $0).map { $0 <= now } ?? false }
      .map { $0.listing.id }
    return silent.isEmpty ? [] : forget { silent.contains($0.id) }
  }

  /// Returns the tables that were heard by `time`, and whose name has not come since.
  mutating func nameless(since time: Duration) -> [Lobby.News] {
    entries.indices.compactMap { index in
      guard entries[index].told == nil, entries[index].since <= time else { return nil }
      return tell(index, isTimeOver: true)
    }
  }

  /// Returns the tables that were held for long enough.
  mutating func held(now: Duration) -> [Lobby.News] {
    entries.indices.compactMap { index in
      guard let end = entries[index].heldUntil, end <= now else { return nil }
      entries[index].heldUntil = nil
      return tell(index)
    }
  }

  /// When a table has been held for long enough.
  var holdEnd: Duration? { entries.compactMap { $0.heldUntil }.min() }

  /// When something is due.
  var deadline: Duration? {
    entries.compactMap { entry in
      let isUntold = entry.told == nil && !entry.isBesideTwin
      let name = isUntold ? entry.since + Self.nameTime : nil
      return [name, Self.end(of: entry)].compactMap { $0 }.min()
    }.min()
  }

  /// When a table counts as gone; a broker's guests are asked, and say so.
  private static func end(of entry: Entry) -> Duration? {
    entry.listing.carrier == .bluetooth ? entry.heardAt + silence : nil
  }
}
