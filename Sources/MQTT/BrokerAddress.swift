/// Where a broker is, as a person writes it: `mqtts://broker.example.org`, `mqtt://[::1]:1884`,
/// or a name alone.
public struct BrokerAddress: Hashable, Sendable, CustomStringConvertible {
  /// What is spoken there.
  public enum Scheme: String, Hashable, Sendable, CaseIterable {
    /// MQTT as it is, at port 1883 by IANA.
    case plain = "mqtt"
    /// MQTT in TLS, at port 8883 by IANA.
    case secure = "mqtts"

    /// The port where none is named.
    public var usualPort: UInt16 { self == .plain ? 1_883 : 8_883 }
  }

  /// What is spoken there.
  public let scheme: Scheme
  /// A name or a number, without brackets, in small letters.
  public let host: String
  /// The port.
  public let port: UInt16

  /// The broker at `port` of `host`.
  public init(_ scheme: Scheme, host: String, port: UInt16? = nil) {
    self.scheme = scheme
    self.host = host.lowercased()
    self.port = port ?? scheme.usualPort
  }

  /// Reads `[SCHEME://]HOST[:PORT]`; nil if it is none.
  public init?(_ text: String) {
    var rest = text[...]
    var scheme = Scheme.plain
    if let end = text.firstRange(of: "://") {
      guard let named = Scheme(rawValue: text[..<end.lowerBound].lowercased()) else { return nil }
      (scheme, rest) = (named, text[end.upperBound...])
    }
    guard let (host, port) = Self.split(rest), Self.isHost(host) else { return nil }
    guard let port else {
      self.init(scheme, host: String(host))
      return
    }
    guard !port.isEmpty, port.allSatisfy({ "0"..."9" ~= $0 }), let number = UInt16(port),
      number > 0
    else { return nil }
    self.init(scheme, host: String(host), port: number)
  }

  /// The host and the port in `text`; nil where brackets are not closed.
  private static func split(_ text: Substring) -> (host: Substring, port: Substring?)? {
    guard text.first == "[" else {
      guard let colon = text.firstIndex(of: ":") else { return (text, nil) }
      return (text[..<colon], text[text.index(after: colon)...])
    }
    guard let end = text.firstIndex(of: "]") else { return nil }
    let host = text[text.index(after: text.startIndex)..<end]
    let rest = text[text.index(after: end)...]
    if rest.isEmpty { return (host, nil) }
    return rest.first == ":" ? (host, rest.dropFirst()) : nil
  }

  /// Letters, digits and what else stands in names and numbers of computers; at most 253 of them
  /// (RFC 1035).
  private static func isHost(_ text: Substring) -> Bool {
    1...253 ~= text.utf8.count
      && text.unicodeScalars.allSatisfy {
        $0.isASCII
          && ($0.properties.isAlphabetic || "0"..."9" ~= $0 || "-._:%".unicodeScalars.contains($0))
      }
  }

  /// The address with its scheme, and its port where that is not the usual one.
  public var description: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return "\(scheme.rawValue)://\(name)" + (port == scheme.usualPort ? "" : ":\(port)")
  }
}
