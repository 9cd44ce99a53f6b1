public import MatchProtocol
public import StreamTransport

/// A guest over a WebSocket, as a page in a browser is one, for tests.
public struct WebGuest: Sendable {
  private let address: StreamAddress
  private let path: String

  /// The guest of the table whose page is at `url`, `http://HOST:PORT/PATH/`; nil if it is none.
  public init?(url: String) {
    let parts = url.split(separator: "/")
    guard parts.count == 3, parts[0] == "http:", let address = StreamAddress(String(parts[1]))
    else {
      return nil
    }
    (self.address, path) = (address, String(parts[2]))
  }

  /// Connects, and shakes hands.
  ///
  /// - Parameter deliver: Is told what happens, and must not wait.
  /// - Returns: The transport, to be ended with `close()`.
  /// - Throws: `StreamError`.
  public func connect(
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) async throws(StreamError) -> StreamGuestTransport {
    let guest = StreamGuestTransport(to: address, as: { WebGuestCodec() }, deliver: deliver)
    try await guest.connect()
    await guest.sendRaw(Array(handshake.utf8))
    return guest
  }

  /// The request for the WebSocket.
  private var handshake: String {
    """
    GET /\(path)/socket HTTP/1.1\r
    Host: \(address.endpoint)\r
    Origin: http://\(address.endpoint)\r
    Upgrade: websocket\r
    Connection: Upgrade\r
    Sec-WebSocket-Version: 13\r
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
    \r

    """
  }

  /// Lets a program that speaks over a stream play at the table in a browser: whoever connects to
  /// the address that it returns is the guest.
  ///
  /// - Returns: What carries the packets until both are closed, and the address.
  /// - Throws: `StreamError`.
  public func relay() async throws(StreamError) -> Relay {
    let (packets, incoming) = AsyncStream.makeStream(of: [UInt8].self)
    let near = try await StreamHostTransport.open(
      .address(StreamAddress(host: "127.0.0.1", port: 0))
    ) { event in
      if case .link(.packet(let packet, _, _)) = event { incoming.yield(packet) }
    }
    let (answers, outgoing) = AsyncStream.makeStream(of: [UInt8].self)
    let far = try await connect { event in
      if case .link(.packet(let packet, _, _)) = event { outgoing.yield(packet) }
    }
    let forth = Task { for await packet in packets { try? await far.send(packet) } }
    let back = Task { for await packet in answers { await near.send(packet) } }
    return Relay(near: near, far: far, tasks: [forth, back], via: await near.addresses[0])
  }

  /// A stream and a WebSocket, each of whose packets go to the other.
  public struct Relay: Sendable {
    let near: StreamHostTransport
    let far: StreamGuestTransport
    let tasks: [Task<Void, Never>]
    /// The address of the stream.
    public let via: StreamAddress

    /// Ends both.
    public func close() async {
      for task in tasks { task.cancel() }
      await near.close()
      await far.close()
    }
  }
}

/// The browser's side of a WebSocket.
struct WebGuestCodec: StreamCodec {
  /// The server has not answered with 101, or has closed.
  struct Ended: Error {}

  private static let mask: [UInt8] = [1, 2, 3, 4]

  private var bytes: [UInt8] = []
  private var isOpen = false
  /// The frames that wait for the answer.
  private var waiting: [UInt8] = []

  mutating func read(_ new: ArraySlice<UInt8>) throws -> StreamInput {
    bytes += new
    var input = StreamInput()
    if !isOpen {
      try open()
      if isOpen { input.answer = waiting }
    }
    while isOpen, let (first, payload) = takeFrame() {
      guard first == 0x82 else { throw Ended() }
      input.packets.append(payload)
    }
    return input
  }

  private mutating func open() throws {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.firstRange(of: "\r\n\r\n") else { return }
    guard text.hasPrefix("HTTP/1.1 101 ") else { throw Ended() }
    bytes.removeFirst(text[..<end.upperBound].utf8.count)
    isOpen = true
  }

  private mutating func takeFrame() -> (first: UInt8, payload: [UInt8])? {
    guard bytes.count >= 2 else { return nil }
    let size = bytes[1] == 126 ? 4 : 2
    guard bytes.count >= size else { return nil }
    let length = size == 4 ? Int(bytes[2]) << 8 | Int(bytes[3]) : Int(bytes[1])
    guard bytes.count >= size + length else { return nil }
    defer { bytes.removeFirst(size + length) }
    return (bytes[0], Array(bytes[size..<size + length]))
  }

  mutating func framed(_ packet: [UInt8]) -> [UInt8] {
    let count = packet.count
    let length =
      count < 126 ? [0x80 | UInt8(count)] : [0xfe, UInt8(count >> 8), UInt8(count & 0xff)]
    let masked = packet.enumerated().map { $1 ^ Self.mask[$0 % 4] }
    let frame = [0x82] + length + Self.mask + masked
    guard !isOpen else { return frame }
    waiting += frame
    return []
  }
}
