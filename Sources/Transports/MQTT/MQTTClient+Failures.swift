internal import CMosquitto

/// The failures of a client.
extension MQTTClient {
  /// The error for a number of libmosquitto.
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
    return status == MOSQ_ERR_CONN_LOST.rawValue ? .turnedAway : .lost(words: words)
  }

  /// The error for a number of libmosquitto after a read.
  func readFailure(_ status: CInt) -> MQTTError {
    Self.misunderstandings.contains(status) ? .unsound : failure(status)
  }

  /// The texts of libmosquitto for packets that break the protocol.
  private static let misunderstandings = [
    MOSQ_ERR_PROTOCOL, MOSQ_ERR_MALFORMED_PACKET, MOSQ_ERR_MALFORMED_UTF8, MOSQ_ERR_NOT_FOUND,
    MOSQ_ERR_INVAL, MOSQ_ERR_NOMEM, MOSQ_ERR_PAYLOAD_SIZE,
  ]
  .map(\.rawValue)

  /// True if the other side has only hung up.
  func isHangUp(_ error: MQTTError) -> Bool {
    if case .lost(MosquittoHandle.words(MOSQ_ERR_CONN_LOST.rawValue)) = error {
      true
    } else {
      false
    }
  }

  /// The error for a text of OpenSSL; an unexpected end, and bytes that are no TLS, are only that.
  private func insecurity(_ words: String) -> MQTTError {
    // Behind numbers and the names of its parts.
    let reason = words.split(separator: ":").last.map(String.init) ?? words
    let isOther = [
      "unexpected eof", "wrong version number", "packet length too long", "http request",
    ]
    .contains { words.contains($0) }
    return isOther ? .noTLS(words: reason) : .insecure(words: reason)
  }

  /// The error for the code with which a broker refuses this client (MQTT 3.1.1, section 3.2.2.3).
  static func refusal(_ number: CInt) -> MQTTError {
    switch number {
    case 1: .otherVersion
    case 4, 5: .notAuthorized
    default: .refused(reason: number, words: MosquittoHandle.refusal(number))
    }
  }
}
