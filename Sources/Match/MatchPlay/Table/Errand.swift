public import MatchProtocol

/// The purpose of two programs that connect and do not play.
public enum Errand: Hashable, Sendable {
  /// To send the file at this path.
  case send(String)
  /// To take what is sent.
  case receive
  /// To be one end of a pipe.
  case pipe

  /// The table that they meet at.
  public var kind: TableKind {
    switch self {
    case .send, .receive: .files
    case .pipe: .pipe
    }
  }

  /// The offer of such a host in place of a game; a program that only plays refuses it.
  public var terms: MatchMessage.Start {
    MatchMessage.Start(game: kind.rawValue, rule: kind.rawValue, first: .host)
  }
}
