import MQTT
import PrivateBroker
import QueueExecutor
import Testing

/// Players at brokers that are broken, at what is none, and at one that goes by names.
@Suite(.timeLimit(.minutes(2))) struct OnlineNonsenseTests {
  private static let yes: [UInt8] = [0x20, 2, 0, 0]
  /// DISCONNECT, which no server of MQTT 3.1.1 may send.
  private static let broken: [UInt8] = [0xe0, 0]

  @Test(
    arguments: [
      ([yes, broken], 27, "is not an MQTT broker, or is broken"),
      ([yes, [0xff, 0]], 27, "is not an MQTT broker, or is broken"),
      ([[0xf0, 0]], 27, "is not an MQTT broker, or is broken"),
      ([yes], 32, "accepted this program, then dropped the connection"),
      ([], 27, "hung up without answering. Check that a broker listens there; if it uses TLS"),
      ([[0x15, 3, 1, 0, 2, 2, 0x46]], 32, "uses TLS. Use mqtts://127.0.0.1:"),
    ] as [([[UInt8]], CInt, String)]
  )
  func `what is no sound broker is told in one line`(
    answers: [[UInt8]],
    code: CInt,
    words: String
  ) async throws {
    let server = try RudeServer(answers)
    try await NetworkPlayers.run { players in
      let online = ["host", "--name", "Anna", "--on", "mqtt://127.0.0.1:\(server.port)"]
      await expectEnd(of: try players.start("Anna", online), code: code, saying: words)
    }
  }

  @Test func `a broker that lets in and answers nothing is told within ten seconds or so`()
    async throws
  {
    let server = try RudeServer([Self.yes, [], [], [], [], []])
    try await NetworkPlayers.run { players in
      let online = ["host", "--name", "Anna", "--on", "mqtt://127.0.0.1:\(server.port)"]
      let words = "accepted this program but did not answer for 10 seconds"
      await expectEnd(of: try players.start("Anna", online), code: 27, saying: words)
    }
  }

  @Test func `a port without TLS is told in plain words`() async throws {
    try await PrivateBroker.run { broker in
      try await NetworkPlayers.run { players in
        let place = "127.0.0.1:\(broker.port)"
        let host = try players.start(
          "Anna",
          ["host", "--name", "Anna", "--on", "mqtts://\(place)"]
        )
        let words = "if the broker does not use TLS, use mqtt://\(place)"
        await expectEnd(of: host, code: 32, saying: words)
      }
    }
  }

  @Test func `a port with TLS is told in plain words`() async throws {
    try await PrivateBroker.run(isSecure: true) { broker in
      try await NetworkPlayers.run { players in
        let place = "127.0.0.1:\(broker.port)"
        let host = try players.start(
          "Anna",
          ["host", "--name", "Anna", "--on", "mqtt://\(place)"]
        )
        let words = "use mqtts://\(place)"
        let end = await host.end()
        #expect(end.complaints.count == 1 && end.complaints[0].contains(words), "\(end)")
      }
    }
  }

  @Test func `a match goes on after a broker that is broken`() async throws {
    try await PrivateBroker.run { broker in
      try await NetworkPlayers.run { players in
        let online = ["--on", "mqtt://127.0.0.1:\(broker.port)", "--first", "me"]
        let (host, invitation) = try await players.openTable(online)
        let guest = try players.join([try #require(invitation.first)])
        try await host.prints("Gus joined your table.")
        broker.kill()
        do {
          let other = try RudeServer([Self.yes, Self.broken], port: broker.port)
          for program in [host, guest] {
            try await program.prints("is not an MQTT broker, or is broken")
          }
          #expect(other.port == broker.port)
        }
        host.type("h8")
        try broker.start()
        try await guest.prints("Black plays h8.")
      }
    }
  }

  @Test func `a broker that goes by names carries a game, and known players find its table`()
    async throws
  {
    let settings = ["allow_anonymous true", "use_username_as_clientid true"]
    try await PrivateBroker.run(settings) { broker in
      try await NetworkPlayers.run { players in
        let place = "127.0.0.1:\(broker.port)"
        let (anna, gus) = ("mqtt://anna:a@\(place)", "mqtt://gus:b@\(place)")
        let own = ["host", "--name", "Anna", "--on", anna, "--first", "me"]
        try await players.meet(own) { "\(gus)/\($0.split(separator: "/").last ?? "")" }
        // What Anna tells to those whom she knows goes by the same connection.
        let again = try players.start("Anna", own + ["--new"])
        try await again.prints("Your table Anna is open")
        let back = try players.join(["Anna", "--on", gus])
        try await again.prints("Gus joined your table.")
        again.type("j9")
        try await back.prints("Black plays j9.")
      }
    }
  }

  @Test func `who comes twice by one name where names count is told what it may be`() async throws {
    let settings = ["allow_anonymous true", "use_username_as_clientid true"]
    try await PrivateBroker.run(settings) { broker in
      try await NetworkPlayers.run { players in
        let broker = "mqtt://anna:a@127.0.0.1:\(broker.port)"
        let (host, invitation) = try await players.openTable(["--on", broker])
        let code = try #require(invitation.first?.split(separator: "/").last)
        _ = try players.join(["\(broker)/\(code)"])
        try await host.prints("or allow only one program per name")
      }
    }
  }
}
