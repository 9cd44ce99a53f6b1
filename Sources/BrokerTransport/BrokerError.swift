public import MQTT
public import MatchProtocol

/// Why two players do not meet at a broker.
public enum BrokerError: TransportFailure, Hashable, Sendable {
  /// The broker at this address does not do what it is asked.
  case broker(BrokerAddress, MQTTError)
  /// Nobody answered at the table for this long.
  case nobodyThere(after: Duration)
  /// There is no link at the moment.
  case notConnected

  /// Whether it is for want of a network, a broker or the other side, which may be there soon.
  public var mayPass: Bool {
    switch self {
    case .nobodyThere, .notConnected: true
    case .broker(_, let error):
      switch error {
      case .unknownHost, .unreachable, .noAnswer, .refused, .takenOver, .lost, .notConnected: true
      case .insecure, .notAuthorized, .otherVersion, .forbidden, .invalidText: false
      }
    }
  }
}
