/// The address of a stream as a person writes it: `tcp:HOST[:PORT]`.
///
/// A host is a name or a number; one with colons stands in brackets, as in `tcp:[fe80::1%eth0]`.
public struct StreamAddress: Hashable, Sendable, CustomStringConvertible {
  /// The beginning of each address.
  public static let scheme = "tcp:"

  /// The port of a table, where none is named: the letters TT in ASCII, 0x5454.
  public static let usualPort: UInt16 = 21_588

  /// A name or a number, without brackets.
  public let host: String

  /// The port; 0 lets the kernel choose one for a table.
  public let port: UInt16

  /// The address of `port` on `host`.
  public init(host: String, port: UInt16 = Self.usualPort) {
    (self.host, self.port) = (host, port)
  }

  /// Reads `HOST[:PORT]`, with `tcp:` before it or without; nil if it is none.
  ///
  /// - Parameters:
  ///   - text: The address.
  ///   - usualPort: The port, if `text` names none.
  public init?(_ text: String, usualPort: UInt16 = Self.usualPort) {
    var rest = Substring(text)
    if rest.hasPrefix(Self.scheme) { rest = rest.dropFirst(Self.scheme.count) }
    guard let (host, port) = Self.split(rest), Self.isHost(host) else { return nil }
    guard let port else {
      self.init(host: String(host), port: usualPort)
      return
    }
    guard !port.isEmpty, port.allSatisfy({ "0"..."9" ~= $0 }), let number = UInt16(port) else {
      return nil
    }
    self.init(host: String(host), port: number)
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

  /// True if `text` can be a name or a number: nothing that a name server or a person would not
  /// take.
  private static func isHost(_ text: Substring) -> Bool {
    1...253 ~= text.utf8.count
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "."),
          UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "%"):
          true
        default: false
        }
      }
  }

  /// The host and the port, without the scheme.
  public var endpoint: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// The address with its scheme, and its port where that is not the usual one.
  public var shortest: String {
    guard port == Self.usualPort else { return description }
    return Self.scheme + endpoint.dropLast(":\(port)".count)
  }

  /// True if it leads to the computer on which it is typed.
  public var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

  /// The same address without the name of a network interface, which another computer calls
  /// otherwise.
  private var withoutInterface: Self {
    Self(host: String(host.prefix { $0 != "%" }), port: port)
  }

  /// Those of `addresses` to type at another computer; those of this one only if there are no
  /// others.
  public static func forOthers(_ addresses: [Self]) -> [Self] {
    let others = addresses.filter { !$0.isLoopback }.map(\.withoutInterface)
    guard others.isEmpty else {
      return others.enumerated().filter { !others[..<$0].contains($1) }.map(\.element)
    }
    // This computer need not be named twice.
    return addresses.count > 1 ? addresses.filter { $0.host != "::1" } : addresses
  }

  /// The address with its scheme and port.
  public var description: String { Self.scheme + endpoint }
}
