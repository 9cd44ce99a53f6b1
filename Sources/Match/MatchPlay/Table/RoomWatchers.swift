import MatchProtocol

/// Those who watch a game, as a board of a player knows them.
struct RoomWatchers: Sendable {
  /// Somebody who watches at a host's table.
  struct Watcher: Hashable, Sendable {
    let peer: PeerID
    let name: PlayerName
  }

  /// At a host's table, in the order in which they came.
  private(set) var here: [Watcher] = []
  /// As a guest's host has told.
  private var elsewhere: [PlayerName] = []
  /// When the next minute of notices begins, and what was told and left out in this one.
  private var minute = (end: Duration.zero, told: 0, leftOut: 0)

  /// The maximum number of notices per minute, so that spectators cannot fill a screen.
  private static let mostPerMinute = 4

  /// The number of spectators at a host's table.
  var count: Int { here.count }

  /// The names and activities of the spectators.
  var guests: [RoomGuest] {
    (here.map { $0.name } + elsewhere).map { RoomGuest(name: $0, activity: .watches) }
  }

  /// True if the one on the link to `peer` watches at this host's table.
  func has(_ peer: PeerID) -> Bool { here.contains { $0.peer == peer } }

  /// Somebody watches from now on, or not any more.
  mutating func note(_ watcher: Watcher, isHere: Bool, now: Duration) -> [TableNotice] {
    guard !isHere else {
      here.append(watcher)
      return limited([.room(.watches(watcher.name))], now: now)
    }
    guard let index = here.firstIndex(where: { $0.peer == watcher.peer }) else { return [] }
    return limited([.room(.watchesNoMore(here.remove(at: index).name))], now: now)
  }

  /// When ``tick(now:)`` is due; nil if nothing was left out.
  var deadline: Duration? { minute.leftOut > 0 ? minute.end : nil }

  /// Tells how many notices were left out in the minute that is over.
  mutating func tick(now: Duration) -> [TableNotice] {
    guard minute.end <= now else { return [] }
    let leftOut = minute.leftOut
    minute = (now + .seconds(60), leftOut > 0 ? 1 : 0, 0)
    let count = here.count + elsewhere.count
    return leftOut > 0 ? [.room(.othersWatch(leftOut: leftOut, count: count))] : []
  }

  /// As many of `notices` as may be told in this minute.
  private mutating func limited(_ notices: [TableNotice], now: Duration) -> [TableNotice] {
    let summary = tick(now: now)
    let told = notices.prefix(Self.mostPerMinute - minute.told)
    minute.told += told.count
    minute.leftOut += notices.count - told.count
    return summary + told
  }

  /// A guest is told by its host who watches.
  mutating func hear(_ names: [PlayerName], now: Duration) -> [TableNotice] {
    var gone = elsewhere
    var notices: [TableNotice] = []
    for name in names {
      if let index = gone.firstIndex(of: name) {
        gone.remove(at: index)
      } else {
        notices.append(.room(.watches(name)))
      }
    }
    elsewhere = names
    return limited(notices + gone.map { .room(.watchesNoMore($0)) }, now: now)
  }
}
