/// Why something cannot be kept or read, one case a cause.
public enum StoreError: Error, Hashable, Sendable {
  /// The kernel refuses a file or a folder.
  case unusable(path: String, errno: Int32)

  /// Others than the owner may read or write a file or a folder that holds secrets, or it has
  /// another owner.
  case exposed(path: String)

  /// The file of the player's key has another length than a key has, in bytes.
  case damagedKey(path: String, length: Int)

  /// SQLite's own words for what is wrong with the database.
  case database(String)

  /// A row that this program would not have written: which table, and what is wrong there.
  case damagedRow(table: String, column: String)

  /// An entry that does not follow the last one of its journal.
  case outOfPlace(place: Int, expected: Int)

  /// There is no such match.
  case noSuchMatch(SavedMatch.ID)

  /// Another program that runs at this moment plays this match.
  case beingPlayed(SavedMatch.ID)
}
