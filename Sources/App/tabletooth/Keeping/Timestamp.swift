internal import Glibc

/// A moment as the store keeps it, for a person or for another program.
struct Timestamp: Hashable {
  /// Seconds since 1970, UTC.
  let seconds: Int64

  /// This moment.
  static var now: Timestamp { Timestamp(seconds: Int64(time(nil))) }

  /// Date and time where the computer is, such as `2026-11-21 16:05`.
  var local: String { text("%Y-%m-%d %H:%M", isLocal: true) }

  /// Date and time in UTC, as ISO 8601 and RFC 3339 write it: `2026-11-21T16:05:00Z`.
  var utc: String { text("%Y-%m-%dT%H:%M:%SZ", isLocal: false) }

  private func text(_ format: String, isLocal: Bool) -> String {
    var moment = time_t(seconds)
    var parts = unsafe tm()
    _ = unsafe isLocal ? localtime_r(&moment, &parts) : gmtime_r(&moment, &parts)
    // The longest year of 64 bits takes a dozen characters.
    var buffer = [CChar](repeating: 0, count: 64)
    let count = unsafe strftime(&buffer, buffer.count, format, &parts)
    return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

extension Timestamp: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(utc)
  }
}
