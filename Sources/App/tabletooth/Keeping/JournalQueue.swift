internal import BoardUI
internal import MatchPlay
internal import MatchStore
internal import QueueExecutor

/// The journal of this program's games: a match with another board, or games at this terminal.
protocol Journal: Sendable {
  /// True if the other side of a match is kept in the same folder.
  var isShared: Bool { get }
  /// The number of a game at this terminal that did not end.
  var unfinishedGame: Int64? { get }
  /// The change of the player's rating by the last game; nil where it is not known.
  var ratingChange: RatingChange? { get }

  /// Does what a table orders; it is on disk when this returns.
  ///
  /// - Parameters:
  ///   - change: What the table orders.
  ///   - level: How well the machine plays now, where it has a level: the one at the end counts.
  /// - Throws: why it cannot be kept.
  mutating func keep(_ change: JournalChange, level: Int?) throws(StoreError)

  /// The chat with the player of this name, or with the other player, in lines.
  func log(_ player: String) -> [String]
}

extension Journal {
  var isShared: Bool { false }
  var unfinishedGame: Int64? { nil }
}

/// A journal that is written on a queue of its own: a database that another program holds for
/// seconds holds up no key of a screen.
actor JournalQueue {
  private let executor = QueueExecutor(label: "tabletooth.journal")
  private var journal: any Journal

  /// The queue on which the disk is waited for.
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// A queue that alone writes to `journal` from now on.
  init(_ journal: any Journal) { self.journal = journal }

  /// Does what `body` does with the journal.
  func use<Result: Sendable>(_ body: @Sendable (inout any Journal) -> Result) -> Result {
    body(&journal)
  }
}
