public import MatchProtocol

/// The reason why there is no stream.
public enum StreamError: TransportFailure, Hashable, Sendable {
  /// No computer has this name; the system's words.
  case unknownHost(String, words: String)
  /// Nobody listens there, or the network does not lead there; the system's words.
  case unreachable(StreamAddress, words: String)
  /// Nobody answered there for this long.
  case noAnswer(StreamAddress, after: Duration)
  /// Another program listens there already.
  case inUse(StreamAddress)
  /// This computer cannot listen there; the system's words.
  case cannotListen(StreamAddress, words: String)
  /// There is no link at the moment.
  case notConnected

  /// True if the cause may soon pass: no network, or no other player.
  public var mayPass: Bool {
    switch self {
    case .unknownHost, .unreachable, .noAnswer, .notConnected: true
    case .inUse, .cannotListen: false
    }
  }
}
