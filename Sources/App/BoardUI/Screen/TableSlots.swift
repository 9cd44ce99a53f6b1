import MatchPlay

/// The tables of a list, each in a place that it keeps, also while it is gone: whoever presses a
/// number or Enter is to get the table that was seen there.
struct TableSlots: Sendable {
  /// A place of the list.
  struct Slot: Hashable, Sendable {
    /// The table that is there, or was there last.
    var table: Listing
    /// True if the table is gone.
    var isGone = false
    /// The number of times the table has gone within ``Lobby/goneTime``.
    var recentlyGone = 0

    /// True if another table may have the place.
    var isFree: Bool { isGone && recentlyGone == 0 }
  }

  private(set) var slots: [Slot] = []

  /// The tables that are there.
  var tables: [Listing] { slots.filter { !$0.isGone }.map(\.table) }

  /// Lists a table, or knows better of one.
  ///
  /// - Parameters:
  ///   - table: the table.
  ///   - selected: the place that no other table may get.
  mutating func hear(_ table: Listing, keeping selected: Int?) {
    if let index = index(of: table.id) {
      (slots[index].table, slots[index].isGone) = (table, false)
    } else if let index = slots.indices.first(where: { slots[$0].isFree && $0 != selected }) {
      slots[index] = Slot(table: table)
    } else {
      slots.append(Slot(table: table))
    }
  }

  /// Notes that a table is gone; ``expire(_:keeping:)`` is due after ``Lobby/goneTime``.
  mutating func forget(_ id: String) {
    guard let index = index(of: id) else { return }
    slots[index].isGone = true
    slots[index].recentlyGone += 1
  }

  /// Frees the place of a table that has been gone for ``Lobby/goneTime``; free places at the end
  /// go.
  mutating func expire(_ id: String, keeping selected: Int?) {
    guard let index = index(of: id), slots[index].recentlyGone > 0 else { return }
    slots[index].recentlyGone -= 1
    while let last = slots.last, last.isFree, slots.count - 1 != selected { slots.removeLast() }
  }

  /// Has the first of the tables behind the first `count` places take those that are free there.
  mutating func moveUp(into count: Int, keeping selected: Int?) {
    for index in slots.indices.prefix(count) where slots[index].isFree && index != selected {
      if slots.count > count { slots[index] = slots.remove(at: count) }
    }
  }

  /// The place of the table with this ``Listing/id``.
  func index(of id: String) -> Int? { slots.firstIndex { $0.table.id == id } }
}
