internal import MatchProtocol
package import StreamTransport

/// One connection of a browser: it reads files, or becomes a WebSocket whose messages are packets.
package struct WebCodec: StreamCodec {
  private enum Phase {
    /// The bytes of a request that is not whole yet.
    case asking([UInt8])
    case carrying(WebSocketFrames.Reader)
  }

  /// An error of a connection that is of no use any longer and gets no answer.
  struct Ended: Error {}

  /// The last part of the path of the WebSocket.
  private static let socket = "socket"

  /// What stands before the number of a browser that asks for its key.
  private static let keys = "key/"

  private let page: WebPage
  /// The first part of each path; nil if the page stands at the root, without a WebSocket.
  private let secret: String?
  private let key: PageKey?
  private var phase = Phase.asking([])

  /// A connection to `page`.
  ///
  /// - Parameters:
  ///   - page: The files.
  ///   - secret: The first part of each path, or nil.
  ///   - key: The key that each browser gets for what it keeps.
  package init(_ page: WebPage, behind secret: String?, sealingWith key: PageKey? = nil) {
    self.page = secret == nil ? page : page.connectingToHost()
    self.secret = secret
    self.key = key
  }

  /// Takes bytes of the browser.
  package mutating func read(_ bytes: ArraySlice<UInt8>) throws -> StreamInput {
    switch phase {
    case .asking(let before): answer(before + bytes)
    case .carrying(let reader): carry(bytes, reader)
    }
  }

  /// The frame for `packet`; nothing before the connection is a WebSocket.
  package func framed(_ packet: [UInt8]) -> [UInt8] {
    switch phase {
    case .asking: []
    case .carrying: WebSocketFrames.message(packet)
    }
  }

  // MARK: A WebSocket

  private mutating func carry(
    _ bytes: ArraySlice<UInt8>,
    _ reader: WebSocketFrames.Reader
  ) -> StreamInput {
    var reader = reader
    var events: [WebSocketFrames.Event] = []
    var input = StreamInput()
    var code: UInt16?
    do {
      try reader.read(bytes, into: &events)
      phase = .carrying(reader)
    } catch {
      code = error.code
    }
    for event in events where !input.isLast {
      switch event {
      case .packet(let packet): input.packets.append(packet)
      case .ping(let payload): input.answer += WebSocketFrames.pong(payload)
      case .close:
        input.answer += WebSocketFrames.close(1_000)
        input.isLast = true
      }
    }
    if let code, !input.isLast {
      input.answer += WebSocketFrames.close(code)
      input.isLast = true
    }
    return input
  }

  // MARK: Requests

  private mutating func answer(_ bytes: [UInt8]) -> StreamInput {
    let request: WebRequest
    do {
      guard let whole = try WebRequest.read(bytes) else {
        phase = .asking(bytes)
        return StreamInput()
      }
      request = whole
    } catch {
      return Self.refusal(error.status)
    }
    phase = .asking([])
    return answer(request)
  }

  private mutating func answer(_ request: WebRequest) -> StreamInput {
    guard let name = name(in: request.path) else { return Self.refusal("404 Not Found") }
    if secret != nil, name == Self.socket { return open(request) }
    guard let file = keyFile(name) ?? page[name] else { return Self.refusal("404 Not Found") }
    let head = Self.head("200 OK", length: file.bytes.count, file.type) + policy(for: request)
    return StreamInput(answer: Array("\(head)\r\n".utf8) + (request.isHead ? [] : file.bytes))
  }

  /// The part of `path` behind the secret.
  private func name(in path: String) -> Substring? {
    guard let secret else { return path.dropFirst() }
    let parts = path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: true)
    // A person may type it in small letters.
    guard parts.first?.uppercased() == secret, path.dropFirst(secret.count + 1).first == "/" else {
      return nil
    }
    return parts.count > 1 ? parts[1] : ""
  }

  /// The key of the browser that `name` names, in hexadecimal; nil if it names none.
  private func keyFile(_ name: Substring) -> WebPage.File? {
    guard let key, name.hasPrefix(Self.keys),
      let browser = [UInt8](hexadecimal: String(name.dropFirst(Self.keys.count))),
      browser.count == PageKey.browserSize
    else { return nil }
    return WebPage.File(type: "text/plain", bytes: Array(key.of(browser).hexadecimal.utf8))
  }

  private mutating func open(_ request: WebRequest) -> StreamInput {
    guard request.isFromOwnPage else { return Self.refusal("403 Forbidden") }
    guard let key = request.socketKey else { return Self.refusal("426 Upgrade Required") }
    phase = .carrying(WebSocketFrames.Reader())
    let accept = SHA1.hash(Array("\(key)258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8))
    let head = """
      HTTP/1.1 101 Switching Protocols\r
      Upgrade: websocket\r
      Connection: Upgrade\r
      Sec-WebSocket-Accept: \(Base64.text(accept))\r
      \r

      """
    return StreamInput(answer: Array(head.utf8))
  }

  /// The page may use what it came with, and its host.
  private func policy(for request: WebRequest) -> String {
    let letters = request.host.utf8.allSatisfy { byte in
      Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber
        || ".:-[]".utf8.contains(byte)
    }
    let host = letters && secret != nil ? " ws://\(request.host)" : ""
    return """
      Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
      style-src 'self'; img-src 'self'; connect-src 'self'\(host); worker-src 'self'; \
      manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r

      """
  }

  private static func refusal(_ status: String) -> StreamInput {
    let head = head(status, length: status.utf8.count, "text/plain; charset=utf-8")
    return StreamInput(
      answer: Array("\(head)Connection: close\r\n\r\n\(status)".utf8),
      isLast: true
    )
  }

  /// The lines of all answers; a page tells nobody its secret path.
  private static func head(_ status: String, length: Int, _ type: String) -> String {
    """
    HTTP/1.1 \(status)\r
    Content-Type: \(type)\r
    Content-Length: \(length)\r
    Cache-Control: no-store\r
    X-Content-Type-Options: nosniff\r
    Referrer-Policy: no-referrer\r
    Cross-Origin-Resource-Policy: same-origin\r

    """
  }
}
