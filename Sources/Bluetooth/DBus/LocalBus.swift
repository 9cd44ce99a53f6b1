/// A message bus in this process, for tests that bring both ends of a conversation: no
/// `dbus-daemon` is started.
///
/// It lets every connection of this user do everything, as a session bus does, and knows the
/// methods of `org.freedesktop.DBus` that ``Connection`` calls. It starts no services, and has no
/// limits.
package actor LocalBus {
  private struct Peer {
    let end: BusEnd
    let watch: Int
    /// Its unique name; empty before it has said hello.
    var name = ""
    var rules: [(text: String, rule: BusRule)] = []

    mutating func remove(rule text: String) {
      if let index = rules.firstIndex(where: { $0.text == text }) { rules.remove(at: index) }
    }
  }

  /// A call whose answer is awaited.
  private struct Call: Hashable {
    let caller: Int
    let serial: UInt32
  }

  private let executor: BusExecutor
  private let server: BusServer
  private var serverWatch: Int?
  private var peers: [Int: Peer] = [:]
  private var peersMade = 0
  /// The numbers of the connections that own these names.
  private var owners: [String: Int] = [:]
  /// The connections that have to answer.
  private var calls: [Call: Int] = [:]
  /// The address of the bus.
  package nonisolated let address: BusAddress

  /// The thread of the bus.
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  private init(_ executor: BusExecutor) throws(BusError) {
    self.executor = executor
    server = try BusServer()
    address = .address(server.address)
  }

  /// Starts a bus, runs `body`, and ends the bus.
  ///
  /// - Throws: ``BusError/unreachable(address:name:text:)`` where nothing can listen in `/tmp`, and
  ///   what `body` throws.
  package nonisolated(nonsending) static func run<Result>(
    _ body: nonisolated(nonsending) (LocalBus) async throws -> Result
  ) async throws -> Result {
    let bus = try LocalBus(BusExecutor())
    await bus.listen()
    do {
      let result = try await body(bus)
      await bus.stop()
      return result
    } catch {
      await bus.stop()
      throw error
    }
  }

  private var loop: BusLoop { executor.loop }

  private func listen() {
    guard let descriptor = server.descriptor else { return }
    serverWatch = loop.watch(descriptor, for: .reading) { [weak self] in
      self?.assumeIsolated { $0.accept() }
    }
  }

  /// Ends the bus now, as a crash of it would; later calls do nothing.
  package func stop() {
    if let serverWatch { loop.unwatch(serverWatch) }
    serverWatch = nil
    server.close()
    for peer in peers.values {
      loop.unwatch(peer.watch)
      peer.end.handle.close()
    }
    (peers, owners, calls) = ([:], [:], [:])
  }

  // MARK: Connections

  private func accept() {
    for end in server.accept() {
      guard let descriptor = end.handle.descriptor else { continue }
      peersMade += 1
      let number = peersMade
      let watch = loop.watch(descriptor, for: .reading) { [weak self] in
        self?.assumeIsolated { $0.transfer(number) }
      }
      peers[number] = Peer(end: end, watch: watch)
      transfer(number)
    }
  }

  /// Reads and writes what the socket of a connection allows, and handles what arrived.
  private func transfer(_ number: Int) {
    guard let end = peers[number]?.end else { return }
    end.handle.transfer()
    while let message = end.handle.nextWireMessage() { receive(message, from: number) }
    if end.handle.isConnected { watchWriting(number) } else { lose(number) }
  }

  private func watchWriting(_ number: Int) {
    guard let peer = peers[number] else { return }
    loop.watch(peer.watch, for: peer.end.handle.wantsToWrite ? [.reading, .writing] : .reading)
  }

  private func lose(_ number: Int) {
    guard let peer = peers.removeValue(forKey: number) else { return }
    loop.unwatch(peer.watch)
    for (call, callee) in calls where callee == number || call.caller == number {
      calls[call] = nil
      if callee == number { fail(call) }
    }
    for (name, owner) in owners where owner == number { tellOwner(of: name, from: number, to: nil) }
    if !peer.name.isEmpty { tellChange(of: peer.name, from: peer.name, to: "") }
  }

  /// The one who had to answer is gone.
  private func fail(_ call: Call) {
    var message = Message(kind: .error, body: [.string("the other side has left the bus")])
    message.errorName = "org.freedesktop.DBus.Error.NoReply"
    message.replySerial = call.serial
    send(message, to: call.caller)
  }

  // MARK: Messages

  private func receive(_ message: borrowing WireMessage, from number: Int) {
    guard let peer = peers[number], let decoded = message.decoded() else { return }
    if !peer.name.isEmpty { message.setSender(peer.name) }
    guard let name = decoded.destination else { return broadcast(message) }
    if name == Standard.busName { return answer(decoded, from: number) }
    guard let owner = owner(of: name) else { return refuse(decoded, to: name, from: number) }
    if decoded.replySerial != 0 {
      calls[Call(caller: owner, serial: decoded.replySerial)] = nil
    } else if decoded.kind == .methodCall, decoded.expectsReply {
      calls[Call(caller: number, serial: decoded.serial)] = owner
    }
    forward(message, to: owner)
  }

  private func owner(of name: String) -> Int? {
    owners[name] ?? peers.first { $0.value.name == name }?.key
  }

  private func forward(_ message: borrowing WireMessage, to number: Int) {
    guard let peer = peers[number] else { return }
    peer.end.handle.forward(message)
    watchWriting(number)
  }

  private func broadcast(_ message: borrowing WireMessage) {
    guard let decoded = message.decoded() else { return }
    let names = owners.compactMapValues { peers[$0]?.name }
    for (number, peer) in peers where peer.rules.contains(where: { $0.rule.fits(decoded, names) }) {
      forward(message, to: number)
    }
  }

  private func refuse(_ call: Message, to name: String, from number: Int) {
    guard call.kind == .methodCall, call.expectsReply else { return }
    let text = "the name \(name) is nobody's"
    send(call.failure(name: "org.freedesktop.DBus.Error.ServiceUnknown", text: text), to: number)
  }

  /// Sends what the bus itself says.
  private func send(_ message: Message, to number: Int) {
    guard let peer = peers[number] else { return }
    var message = message
    message.destination = peer.name.isEmpty ? nil : peer.name
    guard let wire = try? WireMessage(encoding: message) else { return }
    wire.setSender(Standard.busName)
    _ = peer.end.handle.send(wire)
    watchWriting(number)
  }

  // MARK: Its own methods

  private func answer(_ call: Message, from number: Int) {
    guard call.kind == .methodCall else { return }
    guard let values = values(of: call, from: number) else {
      let name = call.member == "GetNameOwner" ? "NameHasNoOwner" : "UnknownMethod"
      let text = "\(call.member ?? "") of \(call.body)"
      let failure = call.failure(name: "org.freedesktop.DBus.Error.\(name)", text: text)
      return send(failure, to: number)
    }
    if call.expectsReply { send(call.reply(values), to: number) }
  }

  /// The answer to a call; nil where there is none.
  private func values(of call: Message, from number: Int) -> [Value]? {
    let text = call.body.first?.string ?? ""
    switch call.member {
    case "Hello":
      peers[number]?.name = ":1.\(number)"
      return [.string(":1.\(number)")]
    case "AddMatch":
      peers[number]?.rules.append((text, BusRule(text)))
      return []
    case "RemoveMatch":
      peers[number]?.remove(rule: text)
      return []
    case "GetNameOwner":
      if text == Standard.busName { return [.string(text)] }
      return owner(of: text).flatMap { peers[$0]?.name }.map { [.string($0)] }
    case "NameHasOwner": return [.boolean(owner(of: text) != nil)]
    case "RequestName": return [.uint32(request(text, for: number))]
    case "ReleaseName": return [.uint32(release(text, by: number))]
    case "Ping": return []
    default: return nil
    }
  }

  /// Gives a free name to a connection, and returns what the specification calls that: 1 for the
  /// owner from now on, 3 for a name that is another's, 4 for one that the connection has.
  private func request(_ name: String, for number: Int) -> UInt32 {
    if let owner = owners[name] { return owner == number ? 4 : 3 }
    tellOwner(of: name, from: nil, to: number)
    return 1
  }

  /// Takes a name back, and returns what the specification calls that: 1 if it was the
  /// connection's, 3 if not.
  private func release(_ name: String, by number: Int) -> UInt32 {
    guard owners[name] == number else { return 3 }
    tellOwner(of: name, from: number, to: nil)
    return 1
  }

  private func tellOwner(of name: String, from old: Int?, to new: Int?) {
    let oldName = old.map { peers[$0]?.name ?? ":1.\($0)" } ?? ""
    let newName = new.flatMap { peers[$0]?.name } ?? ""
    owners[name] = new
    tellChange(of: name, from: oldName, to: newName)
  }

  private func tellChange(of name: String, from old: String, to new: String) {
    var signal = Message.signal(
      from: Standard.busPath,
      interface: Standard.busInterface,
      member: "NameOwnerChanged",
      [.string(name), .string(old), .string(new)]
    )
    signal.sender = Standard.busName
    for (number, peer) in peers where peer.rules.contains(where: { $0.rule.fits(signal, [:]) }) {
      send(signal, to: number)
    }
  }
}

/// A rule of a connection for signals, as it stands in `AddMatch`.
private struct BusRule {
  private let fields: [Substring: String]

  /// Reads `text`, such as `type='signal',sender='org.bluez'`.
  init(_ text: String) {
    var fields: [Substring: String] = [:]
    for part in text.split(separator: ",") {
      let words = part.split(separator: "=", maxSplits: 1)
      if words.count == 2 { fields[words[0]] = String(words[1].filter { $0 != "'" }) }
    }
    self.fields = fields
  }

  /// True if `signal` is for who has the rule, where these connections own names.
  func fits(_ signal: Message, _ owners: [String: String]) -> Bool {
    func isWanted(_ key: Substring, _ found: String?) -> Bool {
      fields[key].map { $0 == found } ?? true
    }
    guard signal.kind == .signal, isWanted("interface", signal.interface),
      isWanted("member", signal.member), isWanted("path", signal.path?.rawValue),
      isWanted("arg0", signal.body.first?.string)
    else { return false }
    if let sender = fields["sender"], sender != signal.sender, owners[sender] != signal.sender {
      return false
    }
    guard let root = fields["path_namespace"].map(ObjectPath.init(unchecked:)) else { return true }
    return signal.path?.isAtOrBelow(root) == true
  }
}
