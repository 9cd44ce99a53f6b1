internal import CMosquitto

/// The callbacks of libmosquitto, in order, until its connection looks at them.
///
/// Everything is called by libmosquitto's own functions, on the thread that called those.
final class MosquittoReports {
  /// One thing that happened.
  enum Report {
    /// The broker has answered the connection; 0 lets this client in.
    case answered(CInt)
    /// The broker has answered a subscription, with these reasons.
    case subscribed(request: CInt, reasons: [CInt])
    /// The broker has answered the end of a subscription.
    case unsubscribed(request: CInt)
    /// The broker has taken, or the socket, what was published by this number.
    case published(request: CInt)
    /// Something was published.
    case message(topic: String, payload: [UInt8])
    /// The connection has ended; a number of libmosquitto says why.
    case ended(CInt)
  }

  /// The most bytes of a message; nothing that two players say to each other has 5,000.
  private static let longestPayload = 1 << 16

  private var reports: [Report] = []

  /// The number of messages that have gone to the socket so far.
  private(set) var published = 0

  /// The last thing that libmosquitto complained of, such as what OpenSSL says.
  private(set) var complaint: String?

  /// All that happened since this was called last.
  func take() -> [Report] {
    defer { reports = [] }
    return reports
  }

  /// Takes all reports of `mosquitto`, whose user data this is.
  func attach(to mosquitto: OpaquePointer) {
    unsafe mosquitto_connect_callback_set(mosquitto) { _, context, number in
      unsafe MosquittoReports.of(context).reports.append(.answered(number))
    }
    unsafe mosquitto_disconnect_callback_set(mosquitto) { _, context, status in
      unsafe MosquittoReports.of(context).reports.append(.ended(status))
    }
    unsafe mosquitto_subscribe_callback_set(mosquitto) { _, context, request, count, reasons in
      let reasons = unsafe UnsafeBufferPointer(start: reasons, count: Int(count))
      unsafe MosquittoReports.of(context).reports.append(
        .subscribed(request: request, reasons: Array(reasons))
      )
    }
    unsafe mosquitto_unsubscribe_callback_set(mosquitto) { _, context, request in
      unsafe MosquittoReports.of(context).reports.append(.unsubscribed(request: request))
    }
    unsafe mosquitto_message_callback_set(mosquitto) { _, context, message in
      if let message = unsafe message?.pointee { unsafe MosquittoReports.of(context).note(message) }
    }
    unsafe mosquitto_publish_callback_set(mosquitto) { _, context, request in
      unsafe MosquittoReports.of(context).published += 1
      unsafe MosquittoReports.of(context).reports.append(.published(request: request))
    }
    unsafe mosquitto_log_callback_set(mosquitto) { _, context, level, text in
      guard level == MOSQ_LOG_ERR, let text = unsafe text else { return }
      unsafe MosquittoReports.of(context).complaint = String(cString: text)
    }
  }

  private func note(_ message: mosquitto_message) {
    let count = unsafe Int(message.payloadlen)
    guard count <= Self.longestPayload, let topic = unsafe message.topic else { return }
    let payload = unsafe UnsafeRawBufferPointer(start: message.payload, count: count)
    unsafe reports.append(.message(topic: String(cString: topic), payload: Array(payload)))
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> MosquittoReports {
    guard let context = unsafe context else { fatalError("the reports are the user data") }
    return unsafe Unmanaged<MosquittoReports>.fromOpaque(context).takeUnretainedValue()
  }
}
