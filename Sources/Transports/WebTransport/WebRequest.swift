/// The head of a request of HTTP/1.1 (RFC 9112): what a page needs, and nothing more.
struct WebRequest: Hashable, Sendable {
  /// A request that gets an answer with a status, and then nothing more.
  enum Fault: Error, Hashable {
    /// It is no request, or has a body.
    case malformed
    /// Its head has more bytes than ``WebRequest/longest``.
    case tooLong
    /// Neither GET nor HEAD.
    case otherMethod

    /// The status and its words.
    var status: String {
      switch self {
      case .malformed: "400 Bad Request"
      case .tooLong: "431 Request Header Fields Too Large"
      case .otherMethod: "405 Method Not Allowed"
      }
    }
  }

  /// The maximum number of bytes of a head.
  static let longest = 8_192

  private static let end = Array("\r\n\r\n".utf8)

  /// The path, from its slash to the question mark.
  let path: String
  /// True if only the head of the answer is asked for.
  let isHead: Bool
  private let fields: [String: String]

  /// The head that `bytes` begin with, and its length; nil if it is not whole yet.
  ///
  /// - Throws: ``Fault``.
  static func read(_ bytes: [UInt8]) throws(Fault) -> WebRequest? {
    guard let length = length(of: bytes) else {
      if bytes.count > longest { throw .tooLong }
      return nil
    }
    // Browsers wait for the answer before they ask again.
    guard length == bytes.count else { throw .malformed }
    guard length <= longest else { throw .tooLong }
    return try WebRequest(bytes.dropLast(end.count))
  }

  private static func length(of bytes: [UInt8]) -> Int? {
    guard bytes.count >= end.count else { return nil }
    return (end.count...bytes.count).first { bytes[($0 - end.count)..<$0].elementsEqual(end) }
  }

  private init(_ head: ArraySlice<UInt8>) throws(Fault) {
    guard head.allSatisfy({ 0x20...0x7e ~= $0 || $0 == 0x0d || $0 == 0x0a || $0 == 0x09 }) else {
      throw .malformed
    }
    var lines = String(decoding: head, as: UTF8.self).split(
      separator: "\r\n",
      omittingEmptySubsequences: false
    )
    let words = lines.removeFirst().split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2] == "HTTP/1.1", words[1].first == "/" else { throw .malformed }
    guard words[0] == "GET" || words[0] == "HEAD" else { throw .otherMethod }
    isHead = words[0] == "HEAD"
    path = String(words[1].prefix { $0 != "?" })
    fields = try Self.fields(lines)
    guard fields["host"] != nil, fields["content-length"] ?? "0" == "0",
      fields["transfer-encoding"] == nil
    else { throw .malformed }
  }

  /// The fields by their names in small letters.
  private static func fields(_ lines: [Substring]) throws(Fault) -> [String: String] {
    var fields: [String: String] = [:]
    for line in lines {
      guard let colon = line.firstIndex(of: ":"), colon != line.startIndex,
        case let name = line[..<colon].lowercased(), !name.contains(" "), !name.contains("\t"),
        fields[name] == nil
      else { throw .malformed }
      fields[name] = line[line.index(after: colon)...].trimmed
    }
    return fields
  }

  /// The host as the browser was told it, with the port.
  var host: String { fields["host"] ?? "" }

  /// True if a page of this host asks.
  var isFromOwnPage: Bool { fields["origin"] == "http://\(host)" }

  /// The key of a handshake of a WebSocket (RFC 6455, 4.2.1); nil if it is none.
  var socketKey: String? {
    let connection = (fields["connection"] ?? "").lowercased().split(separator: ",").map(\.trimmed)
    guard fields["upgrade"]?.lowercased() == "websocket", connection.contains("upgrade"),
      fields["sec-websocket-version"] == "13", let key = fields["sec-websocket-key"],
      Base64.isSixteenBytes(key), !isHead
    else { return nil }
    return key
  }
}

extension StringProtocol {
  /// The text without spaces and tabs around it.
  fileprivate var trimmed: String {
    let rest = drop { $0 == " " || $0 == "\t" }
    let count = rest.reversed().prefix { $0 == " " || $0 == "\t" }.count
    return String(rest.dropLast(count))
  }
}
