import Glibc
import MQTT
import PrivateBroker
import QueueExecutor
import Testing

/// What becomes of a match at a broker that does not want its players any more.
@Suite(.timeLimit(.minutes(1))) struct OnlineRefusalTests {
  /// Seats Gus at Anna's table at `address`; she has made the first move.
  private func seat(
    _ players: NetworkPlayers,
    at address: String,
    variables: [String] = []
  ) async throws -> (host: Program, guest: Program) {
    let own = ["host", "--name", "Anna", "--admit", "anyone", "--first", "me"]
    let host = try players.start("Anna", own + ["--on", address], variables: variables)
    try await host.prints("Your table Anna is open")
    let line = try #require(await host.nextLine())
    let code = try #require(line.split(separator: " ").last.map(String.init))
    let guest = try players.join([code], variables: variables)
    try await host.prints("Gus joined your table.")
    host.type("h8")
    try await guest.prints("Black plays h8.")
    return (host, guest)
  }

  @Test func `a broker that speaks another version now ends a match, which is kept`() async throws {
    try await PrivateBroker.run { broker in
      try await NetworkPlayers.run { players in
        let (host, guest) = try await seat(players, at: "mqtt://127.0.0.1:\(broker.port)")
        broker.kill()
        do {
          let other = try RudeServer([[0x20, 2, 0, 1]], port: broker.port)
          for program in [host, guest] {
            let words = "mqtt://127.0.0.1:\(other.port) does not speak MQTT 3.1.1"
            await expectEnd(of: program, code: 23, saying: words)
          }
        }
        try broker.start()
        let back = try players.start("Gus", ["resume"])
        try await players.start("Anna", ["resume"]).prints("You are back in your game against Gus.")
        back.type("h9")
        try await back.prints("White plays h9.")
      }
    }
  }

  @Test func `a host whose only way is a broker of no use ends, and says why`() async throws {
    try await VirtualAir.run { air in
      let broker = try RudeServer([[0x20, 2, 0, 1]])
      try air.settle("Anna", at: "mqtt://127.0.0.1:\(broker.port)")
      let host = try air.start("Anna", ["host"], bus: StartTests.nowhere)
      await expectEnd(of: host, code: 23, saying: "does not speak MQTT 3.1.1")
    }
  }

  @Test func `a match goes on after a broker that hung up after each packet`() async throws {
    try await PrivateBroker.run { broker in
      try await NetworkPlayers.run { players in
        let (host, guest) = try await seat(players, at: "mqtt://127.0.0.1:\(broker.port)")
        broker.kill()
        do {
          let other = try RudeServer([[0x20, 2, 0, 0]], port: broker.port)
          try await guest.prints("accepted this program, then dropped the connection")
          #expect(other.port == broker.port)
        }
        guest.type("h9")
        try await guest.prints("Anna will see it after reconnecting.")
        try broker.start()
        try await host.prints("White plays h9.")
        host.type("i8")
        try await guest.prints("Black plays i8.")
      }
    }
  }

  @Test func `a match goes on after ten megabytes that somebody says at its table`() async throws {
    try await PrivateBroker.run { broker in
      try await NetworkPlayers.run { players in
        let (host, guest) = try await seat(players, at: "mqtt://127.0.0.1:\(broker.port)")
        let topics = AsyncStream.makeStream(of: String.self)
        let place = BrokerAddress(.plain, host: "127.0.0.1", port: broker.port)
        let stranger = try await MQTTClient.open(
          MQTTOptions(place, clientID: "stranger"),
          on: QueueExecutor(label: "stranger")
        ) { event in
          if case .message(let message) = event { topics.continuation.yield(message.topic) }
        }
        // What each of the two listens to.
        for filter in ["tabletooth/1/+/h", "tabletooth/1/+/g/+"] {
          try await stranger.subscribe(filter)
        }
        guest.type("h9")
        try await host.prints("White plays h9.")
        let topic = try #require(await topics.stream.first { $0.hasSuffix("/h") })
        try await stranger.unsubscribe("tabletooth/1/+/h")
        try await stranger.publish([UInt8](repeating: 7, count: 10_000_000), at: topic)
        host.type("i8")
        try await guest.prints("Black plays i8.")
        guest.type("i9")
        try await host.prints("White plays i9.")
        await stranger.close()
      }
    }
  }

  @Test func `a broker that is not trusted any more ends a match, which is kept`() async throws {
    try await PrivateBroker.run(isSecure: true) { broker in
      try await NetworkPlayers.run { players in
        let address = "mqtts://localhost:\(broker.port)"
        let trust = ["SSL_CERT_FILE=\(broker.certificate)"]
        let (host, guest) = try await seat(players, at: address, variables: trust)
        guest.signal(SIGKILL)
        try await host.prints("Connection to Gus lost.")
        let words = "the broker \(address) is not trusted"
        await expectEnd(of: try players.start("Gus", ["resume"]), code: 32, saying: words)
        let back = try players.start("Gus", ["resume"], variables: trust)
        try await back.prints("You are back in your game against Anna.")
        back.type("h9")
        try await host.prints("White plays h9.")
      }
    }
  }
}
