internal import CMosquitto

/// What went wrong.
extension MQTTClient {
  /// What a number of libmosquitto means.
  func failure(_ status: CInt) -> MQTTError {
    let status = MosquittoHandle.isReset(status) ? MOSQ_ERR_CONN_LOST.rawValue : status
    let words = MosquittoHandle.words(status)
    if status == MOSQ_ERR_EAI.rawValue { return .unknownHost(options.broker.host) }
    if [MOSQ_ERR_TLS.rawValue, MOSQ_ERR_TLS_HANDSHAKE.rawValue].contains(status) {
      return insecurity(handle.reports.complaint ?? words)
    }
    if status == MOSQ_ERR_KEEPALIVE.rawValue {
      return .silent(after: .seconds(2 * Int(options.keepAlive)))
    }
    guard !isOpen else { return .lost(words: words) }
    if [MOSQ_ERR_CONN_REFUSED.rawValue, MOSQ_ERR_ERRNO.rawValue].contains(status) {
      return .unreachable(words: words)
    }
    // A broker that has no MQTT 5 may just hang up.
    guard status == MOSQ_ERR_CONN_LOST.rawValue else { return .lost(words: words) }
    return version == .five ? .otherVersion : .turnedAway
  }

  /// What a number of libmosquitto means that has read something.
  func readFailure(_ status: CInt) -> MQTTError {
    Self.misunderstandings.contains(status) ? .unsound : failure(status)
  }

  /// What libmosquitto says of packets that are none.
  private static let misunderstandings = [
    MOSQ_ERR_PROTOCOL, MOSQ_ERR_MALFORMED_PACKET, MOSQ_ERR_MALFORMED_UTF8, MOSQ_ERR_NOT_FOUND,
    MOSQ_ERR_DUPLICATE_PROPERTY, MOSQ_ERR_INVAL, MOSQ_ERR_NOMEM, MOSQ_ERR_PAYLOAD_SIZE,
  ]
  .map(\.rawValue)

  /// Whether the other side has only hung up.
  func isHangUp(_ error: MQTTError) -> Bool {
    if case .lost(MosquittoHandle.words(MOSQ_ERR_CONN_LOST.rawValue)) = error {
      true
    } else {
      false
    }
  }

  /// What OpenSSL means; an end that it did not expect, and bytes that are no TLS, are only that.
  private func insecurity(_ words: String) -> MQTTError {
    // Behind numbers and the names of its parts.
    let reason = words.split(separator: ":").last.map(String.init) ?? words
    let isOther = [
      "unexpected eof", "wrong version number", "packet length too long", "http request",
    ]
    .contains { words.contains($0) }
    return isOther ? .noTLS(words: reason) : .insecure(words: reason)
  }

  /// The reasons with which a broker sends away whom it does not want.
  private static let removals = [
    MQTT_RC_NOT_AUTHORIZED, MQTT_RC_BANNED, MQTT_RC_ADMINISTRATIVE_ACTION,
  ]
  .map(\.rawValue)

  /// What a broker means that ends a connection with a reason; nil if that is no reason of MQTT 5,
  /// but a number of libmosquitto's own, which are below those.
  static func leave(_ reason: CInt) -> MQTTError? {
    let number = UInt32(bitPattern: reason)
    guard number != MQTT_RC_SESSION_TAKEN_OVER.rawValue else { return .takenOver }
    let firstReason: CInt = 0x80
    guard reason >= firstReason else { return nil }
    let words = MosquittoHandle.reason(reason)
    return removals.contains(number)
      ? .removed(reason: reason, words: words) : .ended(reason: reason, words: words)
  }

  /// What the numbers 1 to 5 of MQTT 3.1.1 are in MQTT 5.
  private static let oldReasons = [
    MQTT_RC_UNSUPPORTED_PROTOCOL_VERSION, MQTT_RC_CLIENTID_NOT_VALID, MQTT_RC_SERVER_UNAVAILABLE,
    MQTT_RC_BAD_USERNAME_OR_PASSWORD, MQTT_RC_NOT_AUTHORIZED,
  ]

  /// What a broker means that does not let this client in, by the numbers of MQTT 3.1.1 and 5.
  static func refusal(_ reason: CInt) -> MQTTError {
    let isOld = 1...CInt(oldReasons.count) ~= reason
    let number = isOld ? oldReasons[Int(reason) - 1].rawValue : UInt32(bitPattern: reason)
    let known = CInt(bitPattern: number)
    switch number {
    case MQTT_RC_UNSUPPORTED_PROTOCOL_VERSION.rawValue: return .otherVersion
    case MQTT_RC_NOT_AUTHORIZED.rawValue, MQTT_RC_BAD_USERNAME_OR_PASSWORD.rawValue:
      return .notAuthorized
    case MQTT_RC_BANNED.rawValue:
      return .removed(reason: known, words: MosquittoHandle.reason(known))
    default: return .refused(reason: known, words: MosquittoHandle.reason(known))
    }
  }
}
