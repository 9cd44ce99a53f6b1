public import MatchProtocol
public import Sodium

/// A match with somebody else, as it is kept: all but what was said in it.
public struct SavedMatch: Hashable, Sendable {
  /// The number of a match in its store; no two ever have the same.
  public struct ID: RawRepresentable, Hashable, Sendable {
    /// The number, from 1.
    public let rawValue: Int64

    /// The id with this number.
    public init(rawValue: Int64) {
      self.rawValue = rawValue
    }
  }

  /// The side of the link that this player has.
  public enum Seat: String, Hashable, Sendable {
    /// Opens the table.
    case host
    /// Comes to it.
    case guest
  }

  /// What the host called the match.
  public let session: SessionID

  /// The side of this player.
  public let seat: Seat

  /// The long-lived key of the other player, who alone may go on with the match.
  public let opponent: PlayerID

  /// The name that the other player had.
  public let opponentName: PlayerName

  /// Where the guest has found its host, and looks for it again; nil for a host.
  public let table: HostLocation?

  /// When the match began, in seconds since 1970, UTC.
  public let startedAt: Int64

  /// How it ended, in words of the caller; nil for one that is unfinished.
  public internal(set) var result: String?

  /// When a player left it, or both took leave after the game, in seconds since 1970, UTC; nil if
  /// it goes on.
  public internal(set) var leftAt: Int64?

  /// A match that begins.
  public init(
    session: SessionID,
    seat: Seat,
    opponent: PlayerID,
    opponentName: PlayerName,
    table: HostLocation? = nil,
    startedAt: Int64
  ) {
    self.session = session
    self.seat = seat
    self.opponent = opponent
    self.opponentName = opponentName
    self.table = table
    self.startedAt = startedAt
  }
}
