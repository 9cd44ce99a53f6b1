internal import Foundation
internal import Glibc
internal import Synchronization

/// A broker of one's own on a loopback port: `mosquitto`, or one in this process.
public protocol LoopbackBroker: Sendable {
  /// The port on 127.0.0.1, the same after each start.
  var port: UInt16 { get }

  /// Starts it, if it does not run.
  ///
  /// - Throws: ``PrivateBroker/StartFailure``.
  func start() throws(PrivateBroker.StartFailure)

  /// Kills it.
  func kill()
}

extension PrivateBroker: LoopbackBroker {}

/// A broker in this process, for tests whose subject is not mosquitto: no program is started.
///
/// It speaks as much of MQTT 3.1.1 as a client of ours does: it lets everybody in, hands on what is
/// published once at most, keeps nothing, and says last wills.
public final class LocalBroker: LoopbackBroker {
  /// The port on 127.0.0.1.
  public let port: UInt16
  private let running = Mutex<(waker: CInt, end: DispatchSemaphore)?>(nil)

  /// Starts a broker, runs `body`, and ends the broker.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: ``PrivateBroker/StartFailure``, or what `body` throws.
  @discardableResult
  public static func run<Result>(
    _ body: (LocalBroker) async throws -> Result
  ) async throws -> Result {
    let broker = LocalBroker(at: try PrivateBroker.freePort())
    try broker.start()
    defer { broker.kill() }
    return try await body(broker)
  }

  private init(at port: UInt16) { self.port = port }

  /// Starts it, if it does not run.
  ///
  /// - Throws: ``PrivateBroker/StartFailure``, where it cannot listen.
  public func start() throws(PrivateBroker.StartFailure) {
    try running.withLock { running throws(PrivateBroker.StartFailure) in
      guard running == nil else { return }
      guard let listener = PrivateBroker.listener(at: port) else {
        throw PrivateBroker.StartFailure(text: "nothing can listen at \(port)")
      }
      var ends: [CInt] = [-1, -1]
      let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else {
        throw PrivateBroker.StartFailure(text: "no socket is free")
      }
      let (sleeper, end) = (ends[0], DispatchSemaphore(value: 0))
      running = (ends[1], end)
      // Of its own: a pool would lend a thread that others wait for.
      Thread.detachNewThread {
        var floor = BrokerFloor(listener: listener, waker: sleeper)
        floor.serve()
        end.signal()
      }
    }
  }

  /// Kills it: all connections end, and no last will is said.
  public func kill() {
    guard let (waker, end) = running.withLock({ $0.take() }) else { return }
    close(waker)
    end.wait()
  }
}

/// All who are connected to a ``LocalBroker``.
private struct BrokerFloor {
  /// How much may wait for one who does not read; what comes then is dropped.
  private static let mostWaiting = 1 << 24

  /// One who is connected.
  private struct Client {
    var name: [UInt8] = []
    var incoming: [UInt8] = []
    var outgoing: [UInt8] = []
    var filters: [[UInt8]] = []
    /// The packet that publishes its last will.
    var will: (topic: [UInt8], packet: [UInt8])?
  }

  private let listener: CInt
  private let waker: CInt
  private var clients: [CInt: Client] = [:]

  init(listener: CInt, waker: CInt) { (self.listener, self.waker) = (listener, waker) }

  /// Serves everybody until the other end of `waker` is closed.
  mutating func serve() {
    while let ready = wait() {
      for event in ready where event.fd != listener {
        if CInt(event.revents) & POLLOUT != 0 { write(to: event.fd) }
        if CInt(event.revents) & ~POLLOUT != 0 { read(from: event.fd) }
      }
      if ready.contains(where: { $0.fd == listener }) { accept() }
    }
    for number in [listener, waker] + clients.keys { close(number) }
  }

  /// Waits until something happens; nil at the end.
  private func wait() -> [pollfd]? {
    var polled = [listener, waker].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    for (number, client) in clients {
      let events = client.outgoing.isEmpty ? POLLIN : POLLIN | POLLOUT
      polled.append(pollfd(fd: number, events: Int16(events), revents: 0))
    }
    unsafe poll(&polled, nfds_t(polled.count), -1)
    return polled[1].revents != 0 ? nil : polled.filter { $0.revents != 0 }
  }

  private mutating func accept() {
    let number = Glibc.accept(listener, nil, nil)
    guard number >= 0 else { return }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    _ = fcntl(number, F_SETFL, O_NONBLOCK)
    clients[number] = Client()
  }

  private mutating func read(from number: CInt) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe recv(number, &buffer, buffer.count, 0)
    guard count > 0 else {
      if count == 0 || errno != EAGAIN { lose(number) }
      return
    }
    clients[number]?.incoming += buffer[..<count]
    while let packet = clients[number]?.incoming.takePacket() {
      if !take(packet, from: number) { return lose(number) }
    }
  }

  private mutating func write(to number: CInt) {
    guard let bytes = clients[number]?.outgoing, !bytes.isEmpty else { return }
    let count = unsafe Glibc.send(number, bytes, bytes.count, CInt(MSG_NOSIGNAL))
    if count > 0 { clients[number]?.outgoing.removeFirst(count) }
  }

  private mutating func send(_ bytes: [UInt8], to number: CInt) {
    guard let waiting = clients[number]?.outgoing.count, waiting < Self.mostWaiting else { return }
    clients[number]?.outgoing += bytes
    if waiting == 0 { write(to: number) }
  }

  /// Ends a connection, and says its last will.
  private mutating func lose(_ number: CInt) {
    guard let client = clients.removeValue(forKey: number) else { return }
    close(number)
    if let will = client.will { publish(will.packet, at: will.topic) }
  }

  private mutating func publish(_ packet: [UInt8], at topic: [UInt8]) {
    for (number, client) in clients
    where client.filters.contains(where: { Self.fits(topic, $0) }) {
      send(packet, to: number)
    }
  }

  /// True if `topic` is one of those that `filter` names, with its `+` and `#`.
  private static func fits(_ topic: [UInt8], _ filter: [UInt8]) -> Bool {
    func parts(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
      text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    }
    let (words, wanted) = (parts(topic), parts(filter))
    for (index, want) in wanted.enumerated() {
      if want.elementsEqual("#".utf8) { return true }
      guard index < words.count, want.elementsEqual("+".utf8) || want == words[index] else {
        return false
      }
    }
    return words.count == wanted.count
  }

  // MARK: Packets

  /// Does what `packet` asks for; false if it ends the connection.
  private mutating func take(_ packet: BrokerPacket, from number: CInt) -> Bool {
    switch packet.kind {
    case 0x10: return greet(number, packet.body)
    case 0x30:
      var body = packet.body
      guard let topic = body.takeText() else { return false }
      publish(packet.bytes, at: topic)
    case 0x82: return listen(number, packet.body, isMore: true)
    case 0xa2: return listen(number, packet.body, isMore: false)
    case 0xc0: send([0xd0, 0], to: number)
    case 0xe0:
      clients[number]?.will = nil
      return false
    default: return false
    }
    return true
  }

  /// Has a client hear what is published at more topics, or at fewer.
  private mutating func listen(
    _ number: CInt,
    _ request: ArraySlice<UInt8>,
    isMore: Bool
  ) -> Bool {
    guard request.count >= 2 else { return false }
    var body = request.dropFirst(2)
    var filters: [[UInt8]] = []
    while let filter = body.takeText() {
      filters.append(filter)
      if isMore { body = body.dropFirst() }
    }
    clients[number]?.filters.removeAll(where: filters.contains)
    if isMore { clients[number]?.filters += filters }
    let grants = isMore ? filters.map { _ in UInt8(0) } : []
    send([isMore ? 0x90 : 0xb0, UInt8(2 + grants.count)] + request.prefix(2) + grants, to: number)
    return true
  }

  /// Lets a client in, in place of another one of its name.
  private mutating func greet(_ number: CInt, _ greeting: ArraySlice<UInt8>) -> Bool {
    var body = greeting
    guard body.takeText() != nil, body.count >= 4 else { return false }
    let flags = body[body.startIndex + 1]
    body = body.dropFirst(4)
    guard let name = body.takeText() else { return false }
    if flags & 4 != 0 {
      guard let topic = body.takeText(), let payload = body.takeText() else { return false }
      clients[number]?.will = (topic, BrokerPacket.publishing(payload, at: topic))
    }
    for (other, client) in clients where client.name == name && !name.isEmpty { lose(other) }
    clients[number]?.name = name
    send([0x20, 2, 0, 0], to: number)
    return true
  }
}

/// One packet of MQTT.
private struct BrokerPacket {
  /// The whole packet.
  let bytes: [UInt8]
  let body: ArraySlice<UInt8>
  var kind: UInt8 { bytes[0] }

  /// The packet that publishes `payload` at `topic`.
  static func publishing(_ payload: [UInt8], at topic: [UInt8]) -> [UInt8] {
    let body = [UInt8(topic.count >> 8), UInt8(topic.count & 0xff)] + topic + payload
    var (length, rest) = ([UInt8](), body.count)
    repeat {
      length.append(UInt8(rest & 0x7f) | (rest > 0x7f ? 0x80 : 0))
      rest >>= 7
    } while rest > 0
    return [0x30] + length + body
  }
}

extension [UInt8] {
  /// Takes the first packet off; nil if it is not whole yet.
  fileprivate mutating func takePacket() -> BrokerPacket? {
    var (length, index) = (0, 1)
    while true {
      guard index < count, index < 5 else { return nil }
      length |= Int(self[index] & 0x7f) << (7 * (index - 1))
      index += 1
      if self[index - 1] < 0x80 { break }
    }
    guard count >= index + length else { return nil }
    let bytes = Array(prefix(index + length))
    removeFirst(bytes.count)
    return BrokerPacket(bytes: bytes, body: bytes[index...])
  }
}

extension ArraySlice<UInt8> {
  /// Takes a text with its length before it off; nil if there is none.
  fileprivate mutating func takeText() -> [UInt8]? {
    guard count >= 2 else { return nil }
    let length = Int(self[startIndex]) << 8 | Int(self[startIndex + 1])
    guard count >= 2 + length else { return nil }
    let text = Array(dropFirst(2).prefix(length))
    self = dropFirst(2 + length)
    return text
  }
}
