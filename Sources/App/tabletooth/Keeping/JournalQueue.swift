internal import BoardUI
internal import MatchPlay
internal import MatchStore
internal import QueueExecutor

/// A journal that is written on a queue of its own: a database that another program holds for
/// seconds holds up no key of a screen.
actor JournalQueue {
  private let executor = QueueExecutor(label: "tabletooth.journal")
  private var journal: Journal

  /// The queue on which the disk is waited for.
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// A queue that alone writes to `journal` from now on.
  init(_ journal: Journal) { self.journal = journal }

  /// Writes `changes`, which are on disk when this returns.
  ///
  /// - Parameters:
  ///   - changes: What a table orders.
  ///   - level: How well the machine plays now, where it has a level: the one at the end counts.
  /// - Throws: `StoreError`; what comes behind the change that failed is not written.
  func keep(_ changes: [JournalChange], level: Int?) throws(StoreError) {
    for change in changes { try journal.keep(change, level: level) }
  }

  /// The chat with the player of this name, or with the other player, in lines.
  func log(_ player: String) -> [String] { journal.log(player) }

  /// The change of the player's rating by the last game; nil where it is not known.
  var ratingChange: RatingChange? { journal.ratingChange }

  /// True if the other side of a match is kept in the same folder.
  var isShared: Bool { journal.isShared }

  /// The number of a game at this terminal that did not end.
  var unfinishedGame: Int64? { journal.unfinishedGame }
}
