public import MatchProtocol
public import Sodium

/// A game with somebody else, as it is kept: all but its moves.
public struct SavedGame: Hashable, Sendable {
  /// The number of a game in its store.
  public struct ID: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int64

    /// The id with this number.
    public init(rawValue: Int64) {
      self.rawValue = rawValue
    }
  }

  /// The side of the link that this player had.
  public enum Seat: String, Hashable, Sendable {
    /// Opened the table.
    case host
    /// Came to it.
    case guest
  }

  /// What the host called the match.
  public let session: SessionID

  /// The side of this player.
  public let seat: Seat

  /// The long-lived key of the other player, who alone may go on with the game.
  public let opponent: PublicKey

  /// The name that the other player had.
  public let opponentName: PlayerName

  /// What is played and who began.
  public let start: Message.Start

  /// When the game began, in seconds since 1970, UTC.
  public let startedAt: Int64

  /// How it ended, in words of the caller; nil for a game that goes on.
  public internal(set) var result: String?

  /// A game that goes on.
  public init(
    session: SessionID,
    seat: Seat,
    opponent: PublicKey,
    opponentName: PlayerName,
    start: Message.Start,
    startedAt: Int64
  ) {
    self.session = session
    self.seat = seat
    self.opponent = opponent
    self.opponentName = opponentName
    self.start = start
    self.startedAt = startedAt
  }
}
