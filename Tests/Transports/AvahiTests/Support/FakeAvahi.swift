import DBus
import Synchronization

/// An avahi-daemon without a network, which answers as a test wants: for what a real one does not
/// do when it is asked to.
final class FakeAvahi: Sendable {
  static let name = "org.freedesktop.Avahi"
  static let browser = "/browser"

  /// What it does.
  struct Behaviour: Sendable {
    /// The services that each new browser announces.
    var services: [String] = []
    /// True if a browser announces them before the answer that names the browser.
    var announcesEarly = false
    /// True if resolvers answer.
    var resolves = true
    /// The state that a group has after its commit, if that is told.
    var committed: Int32? = 2
  }

  private struct State {
    var behaviour: Behaviour
    var objects = 0
    /// The names of the methods that were called, with the path.
    var calls: [String] = []
    var waits: [(wanted: String, isMet: AsyncStream<Void>.Continuation)] = []
  }

  private let connection: Connection
  private let state: Mutex<State>

  private init(_ connection: Connection, _ behaviour: Behaviour) {
    self.connection = connection
    state = Mutex(State(behaviour: behaviour))
  }

  /// Owns Avahi's name on `bus` from now on.
  static func open(
    _ bus: BusAddress,
    _ behaviour: Behaviour = Behaviour()
  ) async throws -> FakeAvahi {
    let fake = FakeAvahi(try await Connection.open(bus), behaviour)
    try await fake.exportAll()
    _ = try await fake.connection.requestName(name)
    return fake
  }

  /// Goes, as a crash would end it.
  func close() async { await connection.close() }

  /// Does something else from now on.
  func change(_ body: (inout Behaviour) -> Void) { state.withLock { body(&$0.behaviour) } }

  /// The methods that were called until now, with the paths of their objects.
  var calls: [String] { state.withLock(\.calls) }

  /// Returns as soon as `call`, such as `Free /browser`, has been made.
  func until(_ call: String) async {
    let (signals, isMet) = AsyncStream<Void>.makeStream()
    state.withLock { state in
      if state.calls.contains(call) { isMet.finish() } else { state.waits.append((call, isMet)) }
    }
    for await _ in signals {}
  }

  // MARK: Objects

  private func note(_ call: Message) {
    let text = "\(call.member ?? "") \(call.path?.rawValue ?? "")"
    let met = state.withLock { state in
      state.calls.append(text)
      defer { state.waits.removeAll { $0.wanted == text } }
      return state.waits.filter { $0.wanted == text }
    }
    for wait in met { wait.isMet.finish() }
  }

  private func method(
    _ name: String,
    _ arguments: [ValueType] = [],
    _ results: [ValueType] = [],
    _ reply: @escaping @Sendable (Message) -> MethodReply = { _ in .values([]) }
  ) -> ExportedMethod {
    ExportedMethod(
      name,
      arguments: arguments.map { .init("in", $0) },
      results: results.map { .init("out", $0) }
    ) { [self] call in
      note(call)
      return reply(call)
    }
  }

  private var server: ExportedInterface {
    ExportedInterface(
      "org.freedesktop.Avahi.Server",
      methods: [
        method("GetVersionString", [], [.string]) { _ in .values([.string("avahi 0.7")]) },
        method("GetHostName", [], [.string]) { _ in .values([.string("fake")]) },
        method("GetState", [], [.int32]) { _ in .values([.int32(2)]) },
        method("EntryGroupNew", [], [.objectPath]) { _ in .values(Self.path("/group")) },
        method(
          "ServiceBrowserNew",
          [.int32, .int32, .string, .string, .uint32],
          [.objectPath]
        ) { [self] call in makeBrowser(for: call) },
        method(
          "ServiceResolverNew",
          [.int32, .int32, .string, .string, .string, .int32, .uint32],
          [.objectPath]
        ) { [self] call in makeResolver(for: call) },
      ]
    )
  }

  /// Offers its objects; all are there from the beginning, as a handler cannot add any.
  private func exportAll() async throws {
    try await connection.export([server], at: .root)
    try await connection.export([group], at: try ObjectPath("/group"))
    let browser = ExportedInterface("\(Self.name).ServiceBrowser", methods: [method("Free")])
    try await connection.export([browser], at: try ObjectPath(Self.browser))
    let resolver = ExportedInterface("\(Self.name).ServiceResolver", methods: [method("Free")])
    for number in 1...8 {
      try await connection.export([resolver], at: try ObjectPath("/resolver\(number)"))
    }
  }

  private var group: ExportedInterface {
    let start: [ValueType] = [.int32, .int32, .uint32, .string, .string, .string]
    return ExportedInterface(
      "\(Self.name).EntryGroup",
      methods: [
        method("AddService", start + [.string, .uint16, .array(.array(.byte))]),
        method("Commit") { [self] call in
          if let state = state.withLock(\.behaviour.committed) {
            emit(
              to: call,
              from: call.path,
              "EntryGroup",
              "StateChanged",
              [
                .int32(state), .string(""),
              ]
            )
          }
          return .values([])
        },
        method("Free"),
      ]
    )
  }

  private static func path(_ text: String) -> [Value] {
    (try? ObjectPath(text)).map { [.objectPath($0)] } ?? []
  }

  private func makeBrowser(for call: Message) -> MethodReply {
    let behaviour = state.withLock(\.behaviour)
    let reply = MethodReply.values(Self.path(Self.browser))
    if !behaviour.announcesEarly { answer(call, reply) }
    for name in behaviour.services {
      let item: [Value] = [
        .int32(2), .int32(0), .string(name), .string("_t._tcp"), .string("local"), .uint32(0),
      ]
      emit(to: call, from: try? ObjectPath(Self.browser), "ServiceBrowser", "ItemNew", item)
    }
    if behaviour.announcesEarly { answer(call, reply) }
    return .later
  }

  private func makeResolver(for call: Message) -> MethodReply {
    let (number, resolves) = state.withLock { state in
      state.objects += 1
      return (state.objects, state.behaviour.resolves)
    }
    let path = "/resolver\(number)"
    if resolves {
      let body: [Value] =
        call.body[..<5] + [
          .string("fake.local"), .int32(0), .string("10.0.0.1"), .uint16(7),
          .array(of: .array(.byte), []), .uint32(0),
        ]
      emit(to: call, from: try? ObjectPath(path), "ServiceResolver", "Found", body)
    }
    return .values(Self.path(path))
  }

  private func answer(_ call: Message, _ reply: MethodReply) {
    connection.assumeIsolated { try? $0.reply(to: call, reply) }
  }

  /// Sends a signal to the one who called.
  private func emit(
    to call: Message,
    from path: ObjectPath?,
    _ interface: String,
    _ member: String,
    _ body: [Value]
  ) {
    guard let path else { return }
    var signal = Message.signal(
      from: path,
      interface: "\(Self.name).\(interface)",
      member: member,
      body
    )
    signal.destination = call.sender
    connection.assumeIsolated { [signal] in try? $0.send(signal) }
  }
}
