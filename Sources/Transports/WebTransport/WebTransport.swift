public import MatchProtocol
public import StreamTransport

/// The host's side of a page in a browser: it serves the page, and a WebSocket for its packets.
///
/// Connections have the limits of ``StreamHostTransport``.
public enum WebTransport {
  /// The beginning of an address, as in `web:192.168.1.5:21589`.
  public static let scheme = "web:"

  /// The port, unless another one is named: that of streams and one.
  public static let usualPort = StreamAddress.usualPort + 1

  /// The time for which a connection may stay without a packet: long enough for the page's files
  /// on a slow network.
  private static let firstWordLimit = Duration.seconds(60)

  /// Opens a table for the browsers that find it behind `path`.
  ///
  /// - Parameters:
  ///   - place: Where.
  ///   - page: The files.
  ///   - path: The first part of each path.
  ///   - key: The key that each browser gets for what it keeps.
  ///   - clock: What measures how long somebody may be connected and say nothing.
  ///   - deliver: Is called with all that happens, in order, and must not wait.
  /// - Returns: The transport, to be ended with `close()`.
  /// - Throws: `StreamError`.
  public static func open(
    _ place: StreamHostTransport.Place,
    serving page: WebPage,
    behind path: WebPath,
    sealingWith key: PageKey? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) async throws(StreamError) -> StreamHostTransport {
    let codec = WebCodec(page, behind: path.text, sealingWith: key)
    let kind = StreamHostTransport.Kind(scheme, firstWordLimit: firstWordLimit) { codec }
    return try await .open(place, for: kind, clock: clock, deliver: deliver)
  }

  /// Serves the page alone, at the root and to this computer.
  ///
  /// - Throws: `StreamError`.
  public static func serve(
    _ page: WebPage,
    at address: StreamAddress
  ) async throws(StreamError) -> StreamHostTransport {
    let codec = WebCodec(page, behind: nil)
    let kind = StreamHostTransport.Kind(scheme, firstWordLimit: firstWordLimit) { codec }
    return try await .open(.address(address), for: kind) { _ in }
  }
}

/// The random part of a table's address, which only those know who have seen it.
public struct WebPath: Hashable, Sendable {
  /// Without I, L, O and U, as in Crockford's base 32.
  private static let letters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

  private static let length = 8

  /// The letters, 40 random bits.
  public let text: String

  /// A new path.
  public init() {
    text = String((0..<Self.length).compactMap { _ in Self.letters.randomElement() })
  }

  /// Reads a path; nil if it is none.
  public init?(_ text: some StringProtocol) {
    guard text.count == Self.length, text.allSatisfy(Self.letters.contains) else { return nil }
    self.text = String(text)
  }
}
