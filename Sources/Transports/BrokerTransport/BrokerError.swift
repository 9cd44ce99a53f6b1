public import MQTT
public import MatchProtocol

/// Why two players do not meet at a broker.
public enum BrokerError: TransportFailure, Hashable, Sendable {
  /// The broker at this address does not do what it is asked.
  case broker(BrokerAddress, MQTTError)
  /// The broker at this address takes packets of MQTT up to `limit` bytes, and `needed` are needed.
  case tooSmall(BrokerAddress, limit: Int, needed: Int)
  /// Nobody answered at the table for this long.
  case nobodyThere(after: Duration)
  /// Another program of the same player has opened the table of the same match later.
  case takenOver
  /// There is no link at the moment.
  case notConnected

  /// The address of the broker that it is about, as people write it; empty where it is about none.
  var place: String {
    switch self {
    case .broker(let address, _), .tooSmall(let address, _, _): address.description
    case .nobodyThere, .takenOver, .notConnected: ""
    }
  }

  /// Whether it is for want of a network, a broker or the other side, which may be there soon.
  public var mayPass: Bool {
    switch self {
    case .nobodyThere, .notConnected: true
    case .tooSmall, .takenOver: false
    case .broker(_, let error): error.mayPass
    }
  }
}

extension BrokerReason {
  /// What a broker says that ends or refuses a connection, or what is wrong with what it says; nil
  /// if nothing is known.
  init?(_ error: MQTTError) {
    switch error {
    case .ended(let number, let words), .removed(let number, let words),
      .refused(let number, let words):
      self.init(number, words: words)
    case .unsound: self = .unsound
    case .silent(let limit): self = .silent(after: limit)
    case .unknownHost, .unreachable, .noAnswer, .insecure, .noTLS, .speaksTLS, .turnedAway, .hungUp,
      .notAuthorized, .otherVersion, .forbidden, .takenOver, .tooLarge, .full, .lost,
      .notConnected, .invalidText:
      return nil
    }
  }
}
