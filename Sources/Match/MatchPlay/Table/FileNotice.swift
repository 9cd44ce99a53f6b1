public import MatchProtocol

/// A notice about files.
public enum FileNotice: Hashable, Sendable {
  /// The other player has one for the player here, who may say yes or no; or it is taken unasked.
  case offered(FileOffer, isTaken: Bool)
  /// The player here offers one.
  case offering(FileOffer)
  /// It moves, from a byte on.
  case moves(Transfer)
  /// So much of it is done, at so many bytes a second.
  case progress(Transfer, rate: Double)
  /// All of it is there, and right.
  case sent(FileOffer, rate: Double)
  /// All of it is here, and right, at this path.
  case stored(FileOffer, path: String)
  /// It does not go on, and why.
  case ended(FileOffer, FileEnd)
  /// The player's wish is impossible.
  case refused(FileRefusal)
}

/// The reason why a file does not go on.
public enum FileEnd: Hashable, Sendable {
  /// The other player does not want it.
  case refusedThere
  /// The player here does not want it.
  case refusedHere
  /// The other player has cancelled it.
  case cancelledThere
  /// The player here has.
  case cancelledHere
  /// The other side cannot go on.
  case failedThere
  /// This side cannot, for this reason.
  case failedHere(String)
}

/// The reason why something about files is not done.
public enum FileRefusal: Hashable, Sendable {
  /// There is nobody on the other side.
  case nobody
  /// The other side's program takes no files.
  case notUnderstood
  /// No file is offered.
  case nothingOffered
  /// No file is under way.
  case nothingToCancel
  /// So many are under way that another has to wait.
  case tooMany
  /// One with the same content is under way.
  case underWay
}

/// An input about files, from a player or from the disk.
public enum FileWish: Hashable, Sendable {
  /// This file is ready to be offered.
  case offer(FileOffer)
  /// Take the oldest one that is offered, or do not.
  case accept(Bool)
  /// End the latest that is under way.
  case cancel
  /// Nothing is here of a file that is offered: the player has to be asked.
  case unknown(UInt32)
  /// There is room for a file, of which so many bytes are here.
  case opened(UInt32, UInt64)
  /// These bytes of an own file were asked for, from `offset` on.
  case read(UInt32, offset: UInt64, [UInt8])
  /// So many bytes of a file that comes are on disk.
  case written(UInt32, UInt64)
  /// A file is here and right.
  case stored(FileOffer, path: String)
  /// The disk does not do what is asked of it.
  case failed(UInt32, isMine: Bool, String)
}

/// A change to files on disk.
public enum FileChange: Hashable, Sendable {
  /// One is offered: it is taken at once where a part of it is here, and not declined.
  case offered(FileOffer)
  /// Make room for one.
  case open(FileOffer)
  /// These are the next bytes of one.
  case append(FilePart)
  /// All of one has come: look at its hash, and give it its name.
  case finish(UInt32)
  /// No more is done with one; what is here of it stays for later.
  case close(UInt32, isMine: Bool)
  /// No more is done with any; what is here of those that come stays for later.
  case closeAll
  /// No more is done with one that comes, of which the player here wants no more: who offers it
  /// again has the player asked.
  case decline(UInt32)
  /// Read so many bytes of an own one.
  case read(UInt32, offset: UInt64, count: Int)
}
