import StreamTransport
import Testing

@testable import WebTransport

/// One connection of a browser, byte for byte.
@Suite struct WebCodecTests {
  private static let page = WebPage(["index.html": "<html lang=\"en\">", "main.js": "play()"])

  private static func codec() -> WebCodec { WebCodec(page, behind: "K7QX2MPD") }

  private static let handshake = [
    "Host: 192.168.1.5:21589", "Origin: http://192.168.1.5:21589", "Upgrade: websocket",
    "Connection: keep-alive, Upgrade", "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
  ]

  private static func request(_ line: String, _ fields: [String] = ["Host: h"]) -> [UInt8] {
    Array("\(line)\r\n\(fields.map { "\($0)\r\n" }.joined())\r\n".utf8)
  }

  private static func text(_ input: StreamInput) -> String {
    String(decoding: input.answer, as: UTF8.self)
  }

  /// A codec that carries packets.
  private static func upgraded() throws -> WebCodec {
    var codec = codec()
    let input = try codec.read(request("GET /K7QX2MPD/socket HTTP/1.1", handshake)[...])
    try #require(text(input).hasPrefix("HTTP/1.1 101 "))
    return codec
  }

  /// A frame as a browser sends it.
  private static func frame(
    _ first: UInt8,
    _ payload: [UInt8],
    mask: [UInt8] = [1, 2, 3, 4]
  ) -> [UInt8] {
    let count = payload.count
    let length = count < 126 ? [UInt8(count)] : [126, UInt8(count >> 8), UInt8(count & 0xff)]
    let masked = payload.enumerated().map { $1 ^ mask[$0 % 4] }
    return [first] + [0x80 | length[0]] + length.dropFirst() + mask + masked
  }

  // MARK: Files

  @Test(arguments: ["GET /K7QX2MPD/ HTTP/1.1", "GET /k7qx2mpd/main.js?1 HTTP/1.1"])
  func `a file is sent whole, with what the browser may do with it`(line: String) throws {
    var codec = Self.codec()
    let bytes = Self.request(line, ["Host: 192.168.1.5:21589"])
    var input = StreamInput()
    for byte in bytes {
      #expect(input == StreamInput())
      input = try codec.read([byte])
    }
    let text = Self.text(input)
    #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n") && !input.isLast)
    #expect(text.contains("connect-src 'self' ws://192.168.1.5:21589;"))
    for field in ["Cache-Control: no-store", "X-Content-Type-Options: nosniff"] {
      #expect(text.contains("\r\n\(field)\r\n"))
    }
    let body = line.contains("main") ? "play()" : "<html data-link=\"socket\" lang=\"en\">"
    #expect(text.hasSuffix("\r\n\r\n\(body)"))
    // The next request of the connection.
    #expect(try Self.text(codec.read(bytes[...])) == text)
  }

  @Test func `the page alone stands at the root, and has no host to connect to`() throws {
    var codec = WebCodec(Self.page, behind: nil)
    let text = try Self.text(codec.read(Self.request("HEAD / HTTP/1.1")[...]))
    #expect(text.hasSuffix("frame-ancestors 'none'\r\n\r\n") && !text.contains("ws://"))
    let handshake = Self.request("GET /socket HTTP/1.1", Self.handshake)
    #expect(try Self.text(codec.read(handshake[...])).contains("404"))
  }

  @Test func `each browser gets the key that the host has for it`() throws {
    let key = PageKey { browser in browser.map { $0 ^ 0xff } + browser }
    let browser = "000102030405060708090a0b0c0d0e0f"
    func answer(_ name: String, _ key: PageKey?) throws -> String {
      var codec = WebCodec(Self.page, behind: "K7QX2MPD", sealingWith: key)
      return try Self.text(codec.read(Self.request("GET /K7QX2MPD/\(name) HTTP/1.1")[...]))
    }
    let text = try answer("key/\(browser)", key)
    #expect(text.hasSuffix("\r\n\r\nfffefdfcfbfaf9f8f7f6f5f4f3f2f1f0\(browser)"))
    for field in ["Cache-Control: no-store", "Cross-Origin-Resource-Policy: same-origin"] {
      #expect(text.contains("\r\n\(field)\r\n"))
    }
    let short = browser.dropLast(2)
    for name in ["", "\(browser)00", "\(short)", "\(browser)/", "\(short)0g"] {
      #expect(try answer("key/\(name)", key).hasPrefix("HTTP/1.1 404 "))
    }
    #expect(try answer("key/\(browser)", nil).hasPrefix("HTTP/1.1 404 "))
  }

  @Test(arguments: [
    ("GET / HTTP/1.1", "404"), ("GET /K7QX2MPE/ HTTP/1.1", "404"),
    ("GET /K7QX2MPD HTTP/1.1", "404"),
    ("GET /K7QX2MPD/../passwd HTTP/1.1", "404"), ("GET /K7QX2MPD/%2e HTTP/1.1", "404"),
    ("GET //K7QX2MPD/ HTTP/1.1", "404"), ("POST /K7QX2MPD/ HTTP/1.1", "405"),
    ("GET /K7QX2MPD/ HTTP/1.0", "400"), ("GET http://h/K7QX2MPD/ HTTP/1.1", "400"),
    ("GET /K7QX2MPD/socket HTTP/1.1", "403"), ("\u{16}\u{3}\u{1}", "400"), ("", "400"),
  ])
  func `what is no request for a file is refused, and ends the connection`(
    line: String,
    status: String
  ) throws {
    var codec = Self.codec()
    let input = try codec.read(Self.request(line)[...])
    #expect(Self.text(input).hasPrefix("HTTP/1.1 \(status) ") && input.isLast)
  }

  @Test(arguments: [
    [], ["Host: h", "Host: h"], ["Host: h", "Content-Length: 5"],
    ["Host: h", "Transfer-Encoding: chunked"],
    ["Host: h", "No colon"], ["Host: h", " folded: x"], ["Host: é"], ["Host : h"],
  ])
  func `broken fields are refused`(fields: [String]) throws {
    var codec = Self.codec()
    let input = try codec.read(Self.request("GET /K7QX2MPD/ HTTP/1.1", fields)[...])
    #expect(Self.text(input).hasPrefix("HTTP/1.1 400 ") && input.isLast)
  }

  @Test func `a head without an end, and a second request before the answer, are refused`() throws {
    var codec = Self.codec()
    var input = StreamInput()
    var sent = 0
    while !input.isLast {
      input = try codec.read(Array(repeating: UInt8(ascii: "a"), count: 1_000)[...])
      sent += 1_000
      try #require(sent < 20_000)
    }
    #expect(Self.text(input).hasPrefix("HTTP/1.1 431 ") && sent < 10_000)
    codec = Self.codec()
    let twice = Self.request("GET /K7QX2MPD/ HTTP/1.1") + Self.request("GET /K7QX2MPD/ HTTP/1.1")
    #expect(try Self.text(codec.read(twice[...])).hasPrefix("HTTP/1.1 400 "))
  }

  // MARK: Handshakes

  @Test func `the handshake of the standard gets its answer`() throws {
    var codec = Self.codec()
    #expect(codec.framed([1]).isEmpty)
    let bytes = Self.request("GET /K7QX2MPD/socket HTTP/1.1", Self.handshake)
    let text = try Self.text(codec.read(bytes[...]))
    #expect(text.contains("\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
    #expect(codec.framed([1, 2]) == [0x82, 2, 1, 2])
    #expect(codec.framed(Array(repeating: 7, count: 300)).prefix(4) == [0x82, 126, 1, 44])
  }

  @Test(arguments: [
    (1, "Origin: http://evil.example", "403"), (1, "Origin: https://192.168.1.5:21589", "403"),
    (1, "X: 1", "403"), (2, "Upgrade: h2c", "426"), (3, "Connection: close", "426"),
    (4, "Sec-WebSocket-Version: 8", "426"), (5, "Sec-WebSocket-Key: c2hvcnQ=", "426"),
  ])
  func `a handshake of another page, or of nothing we speak, is refused`(
    index: Int,
    field: String,
    status: String
  ) throws {
    var fields = Self.handshake
    fields[index] = field
    var codec = Self.codec()
    let input = try codec.read(Self.request("GET /K7QX2MPD/socket HTTP/1.1", fields)[...])
    #expect(Self.text(input).hasPrefix("HTTP/1.1 \(status) ") && input.isLast)
    #expect(codec.framed([1]).isEmpty)
  }

  // MARK: Frames

  @Test(arguments: [1, 2, 5, 1_000])
  func `packets, pings and parts are read however the bytes come`(chunk: Int) throws {
    var codec = try Self.upgraded()
    let long = (0..<500).map { UInt8($0 & 0xff) }
    let bytes =
      Self.frame(0x82, [1, 2, 3]) + Self.frame(0x89, [9]) + Self.frame(0x82, long)
      + Self.frame(0x02, [4]) + Self.frame(0x8a, []) + Self.frame(0x80, [5]) + Self.frame(0x88, [])
    var (packets, answer, isLast): ([[UInt8]], [UInt8], Bool) = ([], [], false)
    for start in stride(from: 0, to: bytes.count, by: chunk) {
      let input = try codec.read(bytes[start..<min(start + chunk, bytes.count)])
      packets += input.packets
      answer += input.answer
      isLast = input.isLast
    }
    #expect(packets == [[1, 2, 3], long, [4, 5]])
    #expect(answer == [0x8a, 1, 9, 0x88, 2, 3, 232] && isLast)
  }

  @Test(arguments: [
    ([0x82, 0x01, 1], 1_002), ([0xc2, 0x80, 0, 0, 0, 0], 1_002), ([0x83, 0x80, 0, 0, 0, 0], 1_002),
    ([0x81, 0x81, 0, 0, 0, 0, 65], 1_003), ([0x80, 0x81, 0, 0, 0, 0, 1], 1_002),
    ([0x82, 0x80, 0, 0, 0, 0], 1_002), ([0x09, 0x80, 0, 0, 0, 0], 1_002),
    ([0x89, 0xfe, 0, 126], 1_002), ([0x82, 0xfe, 0xff, 0xff], 1_009),
    ([0x82, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], 1_009),
    ([0x82, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], 1_009),
  ])
  func `a broken or giant frame ends the connection, with its code`(
    bytes: [UInt8],
    code: Int
  ) throws {
    var codec = try Self.upgraded()
    let good = Self.frame(0x82, [7])
    let input = try codec.read((good + bytes)[...])
    #expect(input.packets == [[7]] && input.isLast)
    #expect(input.answer == [0x88, 2, UInt8(code >> 8), UInt8(code & 0xff)])
  }

  @Test func `a message in parts is not longer than a packet`() throws {
    var codec = try Self.upgraded()
    let part = Array(repeating: UInt8(1), count: 2_000)
    #expect(try codec.read(Self.frame(0x02, part)[...]) == StreamInput())
    #expect(try codec.read(Self.frame(0x00, part)[...]) == StreamInput())
    let input = try codec.read(Self.frame(0x00, part)[...])
    #expect(input.isLast && input.answer == [0x88, 2, 0x03, 0xf1])
  }

  @Test(arguments: [
    ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
    ),
  ])
  func `the hash is that of the standard`(text: String, hash: String) {
    let digits = SHA1.hash(Array(text.utf8)).map { byte in
      let text = String(byte, radix: 16)
      return text.count < 2 ? "0\(text)" : text
    }
    #expect(digits.joined() == hash)
  }
}
