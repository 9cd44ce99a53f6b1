public import MQTT
public import MatchProtocol

/// The reason why two players cannot connect through a broker.
public enum BrokerError: TransportFailure, Hashable, Sendable {
  /// The broker at this address does not do what it is asked.
  case broker(BrokerAddress, MQTTError)
  /// Nobody answered at the table for this long.
  case nobodyThere(after: Duration)
  /// There is no link at the moment.
  case notConnected

  /// The address of the broker that it is about, as people write it; empty where it is about none.
  var place: String {
    switch self {
    case .broker(let address, _): address.description
    case .nobodyThere, .notConnected: ""
    }
  }

  /// True if the cause may soon pass: no network, no broker or no other player.
  public var mayPass: Bool {
    switch self {
    case .nobodyThere, .notConnected: true
    case .broker(_, let error): error.mayPass
    }
  }
}

extension MQTTError {
  /// True if more is known than that the broker is not reached.
  var isTold: Bool {
    switch self {
    case .refused, .unsound, .silent: true
    case _: false
    }
  }
}
