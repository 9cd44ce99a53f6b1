/// Why a broker does not do what it is asked.
public enum MQTTError: Error, Hashable, Sendable {
  /// No computer has this name.
  case unknownHost(String)
  /// Nobody listens there, or the network does not lead there; the words of the system.
  case unreachable(words: String)
  /// The broker did not answer for this long.
  case noAnswer(after: Duration)
  /// No connection by TLS came about: the certificate is not trusted, or there is no TLS there; the
  /// words of OpenSSL.
  case insecure(words: String)
  /// The broker lets nobody in without a name and a password, or not with these.
  case notAuthorized
  /// The broker refuses the connection for another reason, by its number (MQTT 5, section 3.2.2.2;
  /// 1 to 5 are those of MQTT 3.1.1).
  case refused(reason: Int32)
  /// The broker does not speak this version of MQTT.
  case otherVersion
  /// The broker refuses this topic.
  case forbidden(topic: String)
  /// Somebody else has connected whom the broker takes for the same client, and told so; only in
  /// MQTT 5, and not every broker of it does.
  case takenOver
  /// The broker ends the connection and says why, by its number (MQTT 5, section 3.14.2.1) and the
  /// words of libmosquitto.
  case ended(reason: Int32, words: String)
  /// A packet would be longer than those that the broker takes, in bytes.
  case tooLarge(limit: Int)
  /// The broker takes nothing at the moment, and as many messages wait for it as may.
  case full
  /// The connection is lost; the words of libmosquitto.
  case lost(words: String)
  /// There is no connection.
  case notConnected
  /// A topic, a name or a password cannot be sent: it has characters that MQTT forbids, or is too
  /// long.
  case invalidText(String)
}
