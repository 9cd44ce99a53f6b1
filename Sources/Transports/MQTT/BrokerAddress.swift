/// The address of a broker as a person writes it: `mqtts://broker.example.org`,
/// `mqtt://[::1]:1884`, or a name alone; `mqtts://NAME:PASSWORD@HOST` for a broker with a login.
///
/// Two are the same if they lead to the same place, whoever goes there; and only the place is ever
/// written.
public struct BrokerAddress: Hashable, Sendable, CustomStringConvertible {
  /// The protocol of a broker.
  public enum Scheme: String, Hashable, Sendable, CaseIterable {
    /// MQTT as it is, at port 1883 by IANA.
    case plain = "mqtt"
    /// MQTT in TLS, at port 8883 by IANA.
    case secure = "mqtts"

    /// The port where none is named.
    public var usualPort: UInt16 { self == .plain ? 1_883 : 8_883 }
  }

  /// The protocol.
  public let scheme: Scheme
  /// A name or a number, without brackets, in small letters.
  public let host: String
  /// The port.
  public let port: UInt16

  /// By what a person is let in there, where that was said.
  public var credentials: Credentials?

  /// A name and a password.
  public struct Credentials: Hashable, Sendable {
    /// The name.
    public let user: String
    /// The password; it may be empty.
    public let password: String

    /// Reads `NAME[:PASSWORD]`, in which `%40` stands for `@`, as in all addresses of the web
    /// (RFC 3986); nil if there is no name.
    init?(_ text: Substring) {
      let colon = text.firstIndex(of: ":") ?? text.endIndex
      guard let user = Self.decoded(text[..<colon]), !user.isEmpty,
        let password = Self.decoded(text[colon...].dropFirst())
      else { return nil }
      (self.user, self.password) = (user, password)
    }

    /// The decoded `text`; nil if a `%` has not two hexadecimal digits behind it, or the result is
    /// no text.
    private static func decoded(_ text: Substring) -> String? {
      var bytes: [UInt8] = []
      var rest = Array(text.utf8)[...]
      while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%") else {
          bytes.append(byte)
          continue
        }
        guard rest.count >= 2,
          let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), value > 0
        else { return nil }
        bytes.append(value)
        rest = rest.dropFirst(2)
      }
      return String(validating: bytes, as: UTF8.self)
    }
  }

  /// True if both lead to the same place.
  public static func == (left: Self, right: Self) -> Bool {
    left.scheme == right.scheme && left.host == right.host && left.port == right.port
  }

  /// Feeds the place.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(scheme)
    hasher.combine(host)
    hasher.combine(port)
  }

  /// The broker at `port` of `host`.
  public init(_ scheme: Scheme, host: String, port: UInt16? = nil) {
    self.scheme = scheme
    self.host = host.lowercased()
    self.port = port ?? scheme.usualPort
  }

  /// The same port, spoken to in another way.
  public func speaking(_ scheme: Scheme) -> Self { Self(scheme, host: host, port: port) }

  /// Reads `[SCHEME://][NAME[:PASSWORD]@]HOST[:PORT]`; nil if it is none.
  public init?(_ text: String) {
    let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
    if let end = text[start...].lastIndex(of: "@") {
      guard let credentials = Credentials(text[start..<end]) else { return nil }
      self.init(place: String(text[..<start] + text[text.index(after: end)...]))
      self.credentials = credentials
    } else {
      self.init(place: text)
    }
  }

  /// Reads `[SCHEME://]HOST[:PORT]`.
  private init?(place text: String) {
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
