/// The reason why something cannot be kept or read, one case a cause.
public enum StoreError: Error, Hashable, Sendable {
  /// The kernel refuses a file or a folder.
  case unusable(path: String, errno: Int32)

  /// Others than the owner may read or write a file or a folder that holds secrets, or it has
  /// another owner.
  case exposed(path: String)

  /// Something else than a file stands where one has to be, or else than a folder.
  case wrongKind(path: String, isFolderWanted: Bool)

  /// A symbolic link stands where a file or a folder has to be; it is not followed.
  case symbolicLink(path: String)

  /// The file system of this folder has no locks, as some network file systems.
  case noLocks(path: String)

  /// A file that this program has open is not in its place any more.
  case vanished(path: String)

  /// The file of the player's key has another length than a key has, in bytes.
  case damagedKey(path: String, length: Int)

  /// There is no file of the player's key, though there are players who know its owner by it.
  case missingKey(path: String)

  /// What is wrong with the database at this path, and SQLite's own words for it.
  case database(DatabaseFault, path: String, words: String)

  /// A row that this program would not have written: which table, and what is wrong there.
  case damagedRow(table: String, column: String)

  /// An entry that does not follow the last one of its journal.
  case outOfPlace(place: Int, expected: Int)

  /// A file is there already where a backup was to be made.
  case present(path: String)

  /// The backup at this path does not exist, or may not be read.
  case unreadable(path: String, errno: Int32)

  /// The file at this path is no backup, or a damaged one.
  case notBackup(path: String)

  /// A match is played from this database, so another one cannot take its place.
  case inUse(path: String)

  /// There is no game of this number.
  case noSuchGame(Int64)

  /// There is no such match.
  case noSuchMatch(SavedMatch.ID)

  /// Another program that runs at this moment plays this match.
  case beingPlayed(SavedMatch.ID)
}

/// What can be wrong with a database, by what there is to be done about it.
public enum DatabaseFault: Hashable, Sendable {
  /// The disk is full.
  case full
  /// The file is no database, or a damaged one.
  case damaged
  /// Another program holds it, and has not let go of it in ``MatchStore/lockLimit``.
  case locked
  /// This program may not write there.
  case readOnly
  /// Anything else, such as a disk that fails.
  case other
}
