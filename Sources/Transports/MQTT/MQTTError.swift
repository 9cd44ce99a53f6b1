/// The reason why a broker does not do what it is asked.
public enum MQTTError: Error, Hashable, Sendable {
  /// No computer has this name.
  case unknownHost(String)
  /// Nobody listens there, or the network does not lead there; the words of the system.
  case unreachable(words: String)
  /// The broker did not answer for this long.
  case noAnswer(after: Duration)
  /// No connection by TLS came about: the certificate is not trusted, or what is said there is not
  /// TLS; the words of OpenSSL.
  case insecure(words: String)
  /// The other side hung up before TLS stood, or speaks something else: there is no TLS, or whoever
  /// listens there for a broker does not reach it.
  case noTLS(words: String)
  /// The other side speaks TLS, and was not asked for it.
  case speaksTLS
  /// The server is no broker, or breaks the protocol.
  case unsound
  /// The other side hung up when it was greeted, without a word.
  case turnedAway
  /// The broker hung up on what it was asked for by a client that it had let in, without a word.
  case hungUp
  /// The broker let this client in, and then did not answer a request for this long.
  case silent(after: Duration)
  /// The broker lets nobody in without a name and a password, or not with these.
  case notAuthorized
  /// The broker refuses the connection for another reason, by its number (MQTT 3.1.1, section
  /// 3.2.2.3) and the words of libmosquitto.
  case refused(reason: Int32, words: String)
  /// The broker does not speak MQTT 3.1.1.
  case otherVersion
  /// The broker refuses this topic.
  case forbidden(topic: String)
  /// The broker takes nothing at the moment, and as many messages wait for it as may.
  case full
  /// The connection is lost; the words of libmosquitto.
  case lost(words: String)
  /// There is no connection.
  case notConnected
  /// A topic, a name or a password cannot be sent: it has characters that MQTT forbids, or is too
  /// long.
  case invalidText(String)

  /// True if the cause may soon pass: no network, no broker, or a lack of the moment.
  public var mayPass: Bool {
    switch self {
    case .unknownHost, .unreachable, .noAnswer, .noTLS, .unsound, .turnedAway, .hungUp,
      .silent, .full, .lost, .notConnected:
      true
    case .refused(let reason, _):
      // Unavailable.
      reason == 3
    default: false
    }
  }
}
