import Glibc
import MQTT
import PrivateBroker
import QueueExecutor
import Testing

/// Clients at a real mosquitto, which each test starts for itself.
@Suite(.timeLimit(.minutes(1))) struct MQTTClientTests {
  /// What a client tells, one after the other.
  struct Told {
    private let deliver: AsyncStream<MQTTClient.Event>.Continuation
    private let events: AsyncStream<MQTTClient.Event>

    init() {
      (events, deliver) = AsyncStream<MQTTClient.Event>.makeStream()
    }

    var sink: @Sendable (MQTTClient.Event) -> Void { { [deliver] in deliver.yield($0) } }

    func next() async -> MQTTClient.Event? {
      for await event in events { return event }
      return nil
    }
  }

  private static func options(_ broker: any LoopbackBroker, as name: String) -> MQTTOptions {
    MQTTOptions(BrokerAddress(.plain, host: "127.0.0.1", port: broker.port), clientID: name)
  }

  private static func open(
    _ broker: any LoopbackBroker,
    as name: String,
    _ told: Told = Told(),
    changing change: (inout MQTTOptions) -> Void = { _ in }
  ) async throws(MQTTError) -> MQTTClient {
    var options = options(broker, as: name)
    change(&options)
    let executor = QueueExecutor(label: name)
    return try await MQTTClient.open(options, on: executor, deliver: told.sink)
  }

  /// The brokers at which the same has to happen: mosquitto, and the one that tests have.
  enum Broker: CaseIterable {
    case mosquitto, local

    func run(_ body: (any LoopbackBroker) async throws -> Void) async throws {
      switch self {
      case .mosquitto: try await PrivateBroker.run { try await body($0) }
      case .local: try await LocalBroker.run { try await body($0) }
      }
    }
  }

  @Test(arguments: Broker.allCases)
  func `what is published comes to those who asked for it`(broker: Broker) async throws {
    try await broker.run { broker in
      let told = Told()
      let listener = try await Self.open(broker, as: "a", told)
      try await listener.subscribe("x/+")
      let speaker = try await Self.open(broker, as: "b")
      try await speaker.publish([0], at: "y/1")
      try await speaker.publish([1, 0, 2], at: "x/1")
      try await speaker.publish([], at: "x/2")
      #expect(await told.next() == .message(.init(topic: "x/1", payload: [1, 0, 2])))
      #expect(await told.next() == .message(.init(topic: "x/2", payload: [])))
      try await listener.unsubscribe("x/+")
      try await listener.subscribe("z")
      try await speaker.publish([3], at: "x/3")
      try await speaker.publish([4], at: "z")
      #expect(await told.next() == .message(.init(topic: "z", payload: [4])))
      await listener.close()
      await speaker.close()
      await #expect(throws: MQTTError.notConnected) { try await speaker.publish([5], at: "z") }
    }
  }

  @Test(arguments: Broker.allCases)
  func `a client that dies leaves its last will, and one that says goodbye does not`(
    broker: Broker
  ) async throws {
    try await broker.run { broker in
      let (told, lost) = (Told(), Told())
      let listener = try await Self.open(broker, as: "a", told)
      try await listener.subscribe("will/#")
      let polite = try await Self.open(broker, as: "b") {
        $0.will = .init(topic: "will/b", payload: [1])
      }
      await polite.close()
      let old = try await Self.open(broker, as: "c", lost) {
        $0.will = .init(topic: "will/c", payload: [2])
      }
      // Another one of the same name takes its place.
      let new = try await Self.open(broker, as: "c")
      #expect(await told.next() == .message(.init(topic: "will/c", payload: [2])))
      guard case .lost? = await lost.next() else {
        Issue.record("the old one stays")
        return
      }
      await old.close()
      await new.close()
      await listener.close()
    }
  }

  @Test(arguments: Broker.allCases)
  func `a broker that is killed is told of, and can be connected to when it is back`(
    broker: Broker
  ) async throws {
    try await broker.run { broker in
      let told = Told()
      let client = try await Self.open(broker, as: "a", told)
      broker.kill()
      guard case .lost? = await told.next() else {
        Issue.record("nothing was told")
        return
      }
      let loss = await #expect(throws: MQTTError.self) { try await client.subscribe("x") }
      guard case .lost? = loss else {
        Issue.record("it is not told why there is no connection")
        return
      }
      let failure = await #expect(throws: MQTTError.self) { try await Self.open(broker, as: "a") }
      guard case .unreachable? = failure else {
        Issue.record("another failure")
        return
      }
      try broker.start()
      let again = try await Self.open(broker, as: "a", told)
      try await again.subscribe("x")
      try await again.publish([1], at: "x")
      #expect(await told.next() == .message(.init(topic: "x", payload: [1])))
      await again.close()
    }
  }

  @Test func `a broker that lets nobody in without a password says so`() async throws {
    try await PrivateBroker.run(["allow_anonymous false"]) { broker in
      await #expect(throws: MQTTError.notAuthorized) { try await Self.open(broker, as: "a") }
    }
  }

  /// Debian's plugin that has such rules.
  private static var plugin: String {
    let machines = ["x86_64", "aarch64"]
    let paths = machines.map { "/usr/lib/\($0)-linux-gnu/mosquitto_dynamic_security.so" }
    return paths.first { path in unsafe access(path, R_OK) == 0 } ?? paths[0]
  }

  /// Who has no name may listen at `yes/…` only.
  private static let rules = """
    {
      "defaultACLAccess": {
        "publishClientSend": true, "publishClientReceive": true,
        "subscribe": false, "unsubscribe": true
      },
      "roles": [{
        "rolename": "some",
        "acls": [{"acltype": "subscribePattern", "topic": "yes/#", "allow": true}]
      }],
      "groups": [{"groupname": "all", "roles": [{"rolename": "some"}]}],
      "anonymousGroup": "all"
    }

    """

  @Test func `a topic that the broker refuses is told`() async throws {
    let rules = try TemporaryFile(Self.rules)
    let settings = [
      "allow_anonymous true", "plugin \(Self.plugin)", "plugin_opt_config_file \(rules.path)",
    ]
    try await PrivateBroker.run(settings) { broker in
      let client = try await Self.open(broker, as: "a")
      try await client.subscribe("yes/1")
      await #expect(throws: MQTTError.forbidden(topic: "no/1")) {
        try await client.subscribe("no/1")
      }
      await client.close()
    }
  }

  @Test func `ten megabytes are passed over`() async throws {
    try await PrivateBroker.run { broker in
      let told = Told()
      let client = try await Self.open(broker, as: "a", told)
      try await client.subscribe("x")
      let flood = try await Self.open(broker, as: "b")
      try await flood.publish([UInt8](repeating: 7, count: 10_000_000), at: "x")
      try await flood.publish([8], at: "x")
      #expect(await told.next() == .message(.init(topic: "x", payload: [8])))
      await flood.close()
      await client.close()
    }
  }

  @Test func `a broker that takes nothing makes no queue without end`() async throws {
    try await PrivateBroker.run { broker in
      let process = try #require(broker.process)
      let told = Told()
      let listener = try await Self.open(broker, as: "a", told)
      try await listener.subscribe("x")
      let client = try await Self.open(broker, as: "b")
      kill(process, SIGSTOP)
      defer { kill(process, SIGCONT) }
      // More than the kernel keeps for a socket.
      let payload = [UInt8](repeating: 1, count: 60_000)
      var count = 0
      await #expect(throws: MQTTError.full) {
        while count < 2_000 {
          try await client.publish(payload, at: "x")
          count += 1
        }
      }
      #expect(count >= MQTTClient.mostWaiting)
      kill(process, SIGCONT)
      // What waits goes, and there is room again.
      let message = MQTTClient.Event.message(.init(topic: "x", payload: payload))
      for _ in 0..<count {
        let next = await told.next()
        try #require(next == message)
      }
      try await client.publish([2], at: "x")
      #expect(await told.next() == .message(.init(topic: "x", payload: [2])))
      await listener.close()
      await client.close()
    }
  }

  @Test func `a broker that stands still is given up after two keep-alives`() async throws {
    // That is what operations.md says of 40 s.
    #expect(MQTTOptions(BrokerAddress(.plain, host: "a"), clientID: "a").keepAlive == 20)
    try await PrivateBroker.run { broker in
      let process = try #require(broker.process)
      let told = Told()
      // The shortest one that libmosquitto takes.
      let client = try await Self.open(broker, as: "a", told) { $0.keepAlive = 5 }
      kill(process, SIGSTOP)
      defer { kill(process, SIGCONT) }
      let start = ContinuousClock.now
      #expect(await told.next() == .lost(.silent(after: .seconds(10))))
      // Twice, and as long as it takes until that is looked at.
      #expect(ContinuousClock.now - start < .seconds(20))
      await client.close()
    }
  }

  @Test func `TLS wants a certificate that is trusted`() async throws {
    try await PrivateBroker.run(isSecure: true) { broker in
      let told = Told()
      let client = try await Self.open(broker, as: "a", told) {
        $0.broker = BrokerAddress(.secure, host: "localhost", port: broker.port)
        $0.certificates = broker.certificate
      }
      try await client.subscribe("x")
      try await client.publish([1], at: "x")
      #expect(await told.next() == .message(.init(topic: "x", payload: [1])))
      await client.close()
      for (host, file) in [("localhost", nil), ("127.0.0.1", broker.certificate)] {
        let failure = await #expect(throws: MQTTError.self) {
          try await Self.open(broker, as: "a") {
            $0.broker = BrokerAddress(.secure, host: host, port: broker.port)
            $0.certificates = file
          }
        }
        guard case .insecure? = failure else {
          Issue.record("another failure at \(host)")
          return
        }
      }
    }
  }

  @Test func `a port where nobody listens is no want of TLS`() async throws {
    for host in ["localhost", "127.0.0.1"] {
      let options = MQTTOptions(BrokerAddress(.secure, host: host, port: 1), clientID: "a")
      let executor = QueueExecutor(label: "a")
      let failure = await #expect(throws: MQTTError.self) {
        try await MQTTClient.open(options, on: executor) { _ in }
      }
      #expect(failure == .unreachable(words: "Connection refused"))
    }
  }

  @Test func `a broker without TLS is told as such, each time`() async throws {
    try await PrivateBroker.run { broker in
      for _ in 0..<100 {
        let failure = await #expect(throws: MQTTError.self) {
          try await Self.open(broker, as: "a") {
            $0.broker = BrokerAddress(.secure, host: "localhost", port: broker.port)
          }
        }
        guard case .noTLS? = failure else {
          Issue.record("another failure: \(failure.debugDescription)")
          continue
        }
      }
    }
  }

  @Test func `a name that no computer has is told`() async throws {
    let options = MQTTOptions(BrokerAddress(.plain, host: "nobody.invalid"), clientID: "a")
    await #expect(throws: MQTTError.unknownHost("nobody.invalid")) {
      try await MQTTClient.open(options, on: QueueExecutor(label: "a")) { _ in }
    }
  }
}
