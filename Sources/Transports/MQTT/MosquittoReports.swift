internal import CMosquitto

/// What libmosquitto calls back with, in order, until its connection looks at it.
///
/// Everything is called by libmosquitto's own functions, on the thread that called those.
final class MosquittoReports {
  /// One thing that happened.
  enum Report {
    /// The broker has answered the connection, with this reason, and takes packets up to this many
    /// bytes, if it says so.
    case answered(reason: CInt, maximumPacketSize: Int?)
    /// The broker has answered a subscription, with these reasons.
    case subscribed(request: CInt, reasons: [CInt])
    /// The broker has answered the end of a subscription.
    case unsubscribed(request: CInt)
    /// Something was published.
    case message(topic: String, payload: [UInt8])
    /// The connection has ended, with this reason.
    case ended(reason: CInt)
  }

  private var reports: [Report] = []

  /// How many messages have gone to the socket so far.
  private(set) var published = 0

  /// The last thing that libmosquitto complained of, such as what OpenSSL says.
  private(set) var complaint: String?

  /// Whether nothing happened since all was taken.
  var isEmpty: Bool { reports.isEmpty }

  /// All that happened since this was called last.
  func take() -> [Report] {
    defer { reports = [] }
    return reports
  }

  /// Takes all reports of `mosquitto`, whose user data this is.
  func attach(to mosquitto: OpaquePointer) {
    unsafe mosquitto_connect_v5_callback_set(mosquitto) { _, context, reason, _, properties in
      var size: UInt32 = 0
      let number = CInt(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue)
      let found = unsafe mosquitto_property_read_int32(properties, number, &size, false)
      let limit = unsafe found == nil ? nil : Int(size)
      unsafe MosquittoReports.of(context).reports.append(
        .answered(reason: reason, maximumPacketSize: limit)
      )
    }
    unsafe mosquitto_disconnect_v5_callback_set(mosquitto) { _, context, reason, _ in
      unsafe MosquittoReports.of(context).reports.append(.ended(reason: reason))
    }
    unsafe mosquitto_subscribe_v5_callback_set(mosquitto) {
      _,
      context,
      request,
      count,
      reasons,
      _ in
      let reasons = unsafe UnsafeBufferPointer(start: reasons, count: Int(count))
      unsafe MosquittoReports.of(context).reports.append(
        .subscribed(request: request, reasons: Array(reasons))
      )
    }
    unsafe mosquitto_unsubscribe_v5_callback_set(mosquitto) { _, context, request, _ in
      unsafe MosquittoReports.of(context).reports.append(.unsubscribed(request: request))
    }
    unsafe mosquitto_message_v5_callback_set(mosquitto) { _, context, message, _ in
      if let message = unsafe message?.pointee { unsafe MosquittoReports.of(context).note(message) }
    }
    unsafe mosquitto_publish_v5_callback_set(mosquitto) { _, context, _, _, _ in
      unsafe MosquittoReports.of(context).published += 1
    }
    unsafe mosquitto_log_callback_set(mosquitto) { _, context, level, text in
      guard level == MOSQ_LOG_ERR, let text = unsafe text else { return }
      unsafe MosquittoReports.of(context).complaint = String(cString: text)
    }
  }

  private func note(_ message: mosquitto_message) {
    let count = unsafe Int(message.payloadlen)
    guard let topic = unsafe message.topic else { return }
    let payload = unsafe UnsafeRawBufferPointer(start: message.payload, count: count)
    unsafe reports.append(.message(topic: String(cString: topic), payload: Array(payload)))
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> MosquittoReports {
    guard let context = unsafe context else { fatalError("the reports are the user data") }
    return unsafe Unmanaged<MosquittoReports>.fromOpaque(context).takeUnretainedValue()
  }
}
