import MatchProtocol

/// Those who watch a game, as a board of a player knows them.
struct RoomWatchers: Hashable, Sendable {
  /// Somebody who watches at a host's table.
  struct Watcher: Hashable, Sendable {
    let peer: PeerID
    let name: PlayerName
  }

  /// At a host's table, in the order in which they came.
  private(set) var here: [Watcher] = []
  /// As a guest's host has told.
  private var elsewhere: [PlayerName] = []

  /// How many watch at a host's table.
  var count: Int { here.count }

  /// What they are called, and that they watch.
  var guests: [RoomGuest] {
    (here.map(\.name) + elsewhere).map { RoomGuest(name: $0, activity: .watches) }
  }

  /// Whether the one on the link to `peer` watches at this host's table.
  func has(_ peer: PeerID) -> Bool { here.contains { $0.peer == peer } }

  /// Somebody watches from now on, or not any more.
  mutating func note(_ watcher: Watcher, isHere: Bool) -> [TableNotice] {
    guard !isHere else {
      here.append(watcher)
      return [.room(.watches(watcher.name))]
    }
    guard let index = here.firstIndex(where: { $0.peer == watcher.peer }) else { return [] }
    return [.room(.watchesNoMore(here.remove(at: index).name))]
  }

  /// A guest is told by its host who watches.
  mutating func hear(_ names: [PlayerName]) -> [TableNotice] {
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
    return notices + gone.map { .room(.watchesNoMore($0)) }
  }
}
