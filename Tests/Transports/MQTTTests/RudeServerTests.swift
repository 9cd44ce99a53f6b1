import Glibc
import PrivateBroker
import QueueExecutor
import Testing

@testable import MQTT

/// Clients at something that is no broker, or a bad one.
@Suite(.timeLimit(.minutes(1))) struct RudeServerTests {
  /// A broker's yes to a connection.
  private static let yes: [UInt8] = [0x20, 2, 0, 0]

  private static func open(
    _ server: RudeServer,
    _ told: MQTTClientTests.Told = .init(),
    changing change: (inout MQTTOptions) -> Void = { _ in }
  ) async throws(MQTTError) -> MQTTClient {
    let address = BrokerAddress(.plain, host: "127.0.0.1", port: server.port)
    var options = MQTTOptions(address, clientID: "a")
    change(&options)
    let executor = QueueExecutor(label: "a")
    return try await MQTTClient.open(options, on: executor, deliver: told.sink)
  }

  private static func isLost(_ error: MQTTError?) -> Bool {
    switch error {
    case .lost, .turnedAway, .hungUp: true
    case _: false
    }
  }

  @Test func `a broker that hangs up on whoever comes is told`() async throws {
    let server = try RudeServer([])
    await #expect(throws: MQTTError.turnedAway) { try await Self.open(server) }
  }

  @Test func `a broker that hangs up after each packet is told`() async throws {
    let server = try RudeServer([Self.yes])
    for _ in 0..<3 {
      let told = MQTTClientTests.Told()
      let client = try await Self.open(server, told)
      let failure = await #expect(throws: MQTTError.self) { try await client.subscribe("x") }
      // It was asked before the connection was found to be lost, or after.
      #expect(Self.isLost(failure))
      guard case .lost(let error)? = await told.next() else {
        Issue.record("nothing was told")
        return
      }
      #expect(Self.isLost(error))
      await #expect(throws: MQTTError.notConnected) { try await client.publish([1], at: "x") }
    }
  }

  @Test func `a broker that never answers is given up`() async throws {
    let server = try RudeServer(nil)
    let limit = Duration.milliseconds(10)
    await #expect(throws: MQTTError.noAnswer(after: limit)) {
      try await Self.open(server) { $0.answerLimit = limit }
    }
  }

  @Test(
    arguments: [
      ([0x20, 2, 0, 1], MQTTError.otherVersion), ([0x20, 2, 0, 4], .notAuthorized),
      ([0x20, 2, 0, 5], .notAuthorized),
      ([0x20, 2, 0, 2], .refused(reason: 2, words: "identifier rejected")),
      ([0x20, 2, 0, 3], .refused(reason: 3, words: "broker unavailable")),
    ] as [([UInt8], MQTTError)]
  )
  func `a broker that does not let this client in is told with what it says`(
    answer: [UInt8],
    error: MQTTError
  ) async throws {
    let server = try RudeServer([answer])
    await #expect(throws: error) { try await Self.open(server) }
  }

  /// What no broker says in place of an answer: other packets, wrong lengths, and what means
  /// nothing.
  private static let garbage: [([UInt8], MQTTError)] = [
    ([0x20, 0], MQTTError.unsound), ([0x30, 5, 0, 9, 1, 2, 3], .unsound),
    ([0x34, 3, 0, 1, 0x61], .unsound), ([0xe0, 1, 0x8e], .unsound),
    ([0x20, 3, 0, 1, 0], .otherVersion),
  ]

  /// What no answer to a greeting begins with.
  private static let strangers: [[UInt8]] = [
    [0], [0xff], [0xff, 0xff, 0xff, 0xff, 0xff], Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8),
    Array("SSH-2.0-a\r\n".utf8),
  ]

  /// What is no packet wherever it comes.
  private static let noPackets: [[UInt8]] = [
    [0, 0], [0xff, 0], [0xf0, 0],
  ]

  /// What may be the beginning of something.
  private static let beginnings: [[UInt8]] = [[0x20], [0x20, 0x7f], [0x20, 0x82]]

  @Test(arguments: strangers + noPackets)
  func `what is no broker is told at once`(answer: [UInt8]) async throws {
    let server = try RudeServer([answer])
    await #expect(throws: MQTTError.unsound) { try await Self.open(server) }
  }

  @Test(arguments: noPackets)
  func `what is no packet is told at once`(answer: [UInt8]) async throws {
    let server = try RudeServer([Self.yes, answer])
    let client = try await Self.open(server)
    await #expect(throws: MQTTError.unsound) { try await client.subscribe("x") }
    // Who asks for more hears the same, and not that there is no connection.
    await #expect(throws: MQTTError.unsound) { try await client.subscribe("y") }
  }

  @Test(arguments: [[0x15, 3, 1, 0, 2, 2, 0x46], [0x16, 3, 3, 0, 0]] as [[UInt8]])
  func `a port where TLS is spoken is told as one`(answer: [UInt8]) async throws {
    let server = try RudeServer([answer])
    await #expect(throws: MQTTError.speaksTLS) { try await Self.open(server) }
  }

  @Test func `a broker that lets in and answers no request is given up in time`() async throws {
    let server = try RudeServer([Self.yes, []])
    let told = MQTTClientTests.Told()
    let limit = Duration.seconds(1)
    let client = try await Self.open(server, told) { $0.answerLimit = limit }
    await #expect(throws: MQTTError.silent(after: limit)) { try await client.subscribe("x") }
    #expect(await told.next() == .lost(.silent(after: limit)))
  }

  @Test(arguments: garbage + [([0xd0, 0], .unsound), ([0x90, 3, 0, 1, 0], .unsound)])
  func `what is no answer ends the attempt, and not the program`(
    answer: [UInt8],
    error: MQTTError
  ) async throws {
    let server = try RudeServer([answer])
    await #expect(throws: error) { try await Self.open(server) }
  }

  @Test(arguments: beginnings)
  func `what never becomes an answer is waited for as long as one`(answer: [UInt8]) async throws {
    let server = try RudeServer([answer])
    let limit = Duration.milliseconds(10)
    await #expect(throws: MQTTError.noAnswer(after: limit)) {
      try await Self.open(server) { $0.answerLimit = limit }
    }
  }

  @Test func `a server that is no broker and hangs up is told as none`() async throws {
    let answer = Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)
    let server = try RudeServer([answer], hangsUpAtOnce: true)
    for _ in 0..<20 {
      await #expect(throws: MQTTError.unsound) { try await Self.open(server) }
    }
  }

  @Test(arguments: garbage)
  func `what no broker says ends the connection, and not the program`(
    answer: [UInt8],
    error: MQTTError
  ) async throws {
    let server = try RudeServer([Self.yes, answer])
    let told = MQTTClientTests.Told()
    let client = try await Self.open(server, told)
    await #expect(throws: error) { try await client.subscribe("x") }
    #expect(await told.next() == .lost(error))
  }

  @Test(arguments: beginnings)
  func `what no broker goes on with ends with the connection`(answer: [UInt8]) async throws {
    let answers = [Self.yes, answer]
    let server = try RudeServer(answers, hangsUpAtOnce: true)
    let client = try await Self.open(server)
    let failure = await #expect(throws: MQTTError.self) { try await client.subscribe("x") }
    #expect(Self.isLost(failure))
  }
}
