import Foundation
import Glibc
import PrivateBroker
import TestSupport
import Testing

/// What only a real mosquitto shows of two programs that meet at a broker.
@Suite(.timeLimit(.minutes(1))) struct OnlineProcessTests {
  private func withBroker(
    _ lines: [String] = ["allow_anonymous true"],
    _ body: (PrivateBroker, NetworkPlayers) async throws -> Void
  ) async throws {
    try await PrivateBroker.run(lines) { broker in
      try await NetworkPlayers.run { try await body(broker, $0) }
    }
  }

  private static func address(_ broker: PrivateBroker) -> String {
    "mqtt://127.0.0.1:\(broker.port)"
  }

  /// Seats Gus at Anna's table; she has made the first move.
  private func seat(
    _ players: NetworkPlayers,
    _ broker: PrivateBroker
  ) async throws -> (host: Program, guest: Program, code: String) {
    let online = ["--on", Self.address(broker), "--first", "me"]
    let (host, invitation) = try await players.openTable(online)
    let code = try #require(invitation.first)
    let guest = try players.join([code])
    try await guest.prints("Anna is the host whose code you have.")
    try await host.prints("Gus joined your table.")
    host.type("h8")
    try await guest.prints("Black plays h8.")
    return (host, guest, code)
  }

  @Test func `of several addresses the next one is taken after a failure`() async throws {
    try await withBroker { broker, players in
      let both = "mqtt://127.0.0.1:1,\(Self.address(broker))"
      let (host, invitation) = try await players.openTable(["--on", both])
      let guest = try players.join([try #require(invitation.first)])
      try await host.prints("Gus joined your table.")
      try await guest.prints("Anna is the host whose code you have.")
    }
  }

  @Test func `where Bluetooth is named too and there is none, the broker does`() async throws {
    try await withBroker { broker, players in
      let both = ["--on", "bluetooth,\(Self.address(broker))", "--admit", "anyone"]
      let host = try players.start("Anna", ["host", "--name", "Anna"] + both)
      let code = try await host.printsWord(after: "tabletooth join ")
      await expectEnd(of: try players.start("Gus", ["join", "Bo"] + both), code: 20, saying: "Bo")
      let guest = try players.join([code])
      try await guest.prints("Anna is the host whose code you have.")
    }
  }

  @Test func `the match outlives the broker, the guest and the host`() async throws {
    try await withBroker { broker, players in
      var (host, guest, code) = try await seat(players, broker)
      broker.kill()
      try await host.prints("Connection to Gus lost.")
      try await guest.prints("Connection to Anna lost.")
      guest.type("h9")
      try await guest.prints("Anna will see it after reconnecting.")
      try broker.start()
      try await guest.prints("Anna is back.")
      try await host.prints("White plays h9.")

      guest.signal(SIGKILL)
      try await host.prints("Connection to Gus lost.")
      guest = try players.join([code])
      try await guest.prints("You are back in your game against Anna.")
      host.type("i8")
      try await guest.prints("Black plays i8.")

      host.signal(SIGKILL)
      try await guest.prints("Connection to Anna lost.")
      host = try players.start("Anna", ["host", "--on", Self.address(broker)])
      try await host.prints("Your table Anna is open only for Gus")
      try await guest.prints("Anna is back.")
      guest.type("i9")
      try await host.prints("White plays i9.")

      // And by what is kept alone, on both sides.
      for program in [host, guest] {
        program.signal(SIGKILL)
        _ = await program.end()
      }
      guest = try players.start("Gus", ["resume"])
      host = try players.start("Anna", ["resume"])
      try await guest.prints("You are back in your game against Anna.")
      try await host.prints("You are back in your game against Gus.")
    }
  }

  @Test func `a move lies at a broker that is started again, until the other one has read it`()
    async throws
  {
    let folder = try TemporaryFolder()
    let keeping = [
      "allow_anonymous true", "persistence true", "persistence_location \(folder.path)/",
    ]
    try await withBroker(keeping) { broker, players in
      let (host, guest, _) = try await seat(players, broker)
      for program in [host, guest] {
        program.signal(SIGKILL)
        _ = await program.end()
      }
      let away = try players.start("Gus", ["resume"])
      away.type("h9")
      try await away.prints("Anna will get it from the broker, even if you quit now.")
      away.type("quit")
      #expect(await away.end().code == 0)
      broker.kill()
      try broker.start()
      for place in 1...2 {
        let anna = try players.start("Anna", ["resume"])
        try await anna.prints(place == 1 ? "White plays h9." : "at move 3")
        anna.type("quit")
        #expect(await anna.end().code == 0)
      }
    }
    folder.remove()
  }

  @Test func `what is said to somebody who waits is kept and told, and its sender learns that`()
    async throws
  {
    try await withBroker { broker, players in
      let (host, guest, _) = try await seat(players, broker)
      for program in [host, guest] {
        program.signal(SIGKILL)
        _ = await program.end()
      }
      let waiting = try players.start("Anna", ["wait", "--on", Self.address(broker)])
      try await waiting.prints("Waiting for a move in 1 game")
      let away = try players.start("Gus", ["resume"])
      away.type("h9")
      away.type("say well?")
      try await waiting.prints("Gus has moved in game 1: h9")
      try await waiting.prints("Gus: well?")
      away.type("quit")
      #expect(await away.end().code == 0)
      waiting.signal(SIGKILL)
      let anna = try players.start("Anna", ["resume"])
      try await anna.prints("at move 3")
    }
  }

  @Test func `a broker that is not there, or lets nobody in, is told in one line`() async throws {
    try await withBroker(["allow_anonymous false"]) { broker, players in
      let host = ["host", "--name", "Anna", "--on", Self.address(broker)]
      await expectEnd(
        of: try players.start("Anna", host),
        code: 32,
        saying: "needs a password, or its limit is reached"
      )
      let address = "mqtt://anna:wrong@127.0.0.1:\(broker.port)"
      await expectEnd(
        of: try players.start("Anna", ["host", "--name", "Anna", "--on", address]),
        code: 32,
        saying: "refused this name and password"
      )
      broker.kill()
      await expectEnd(of: try players.start("Anna", host), code: 27, saying: "Connection refused")
    }
  }

  @Test(arguments: ["read", "write", ""])
  func `a broker whose list of rights leaves the topics out is told`(right: String) async throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/acl"
    let topics = right.isEmpty ? ["other/#"] : ["tabletooth/1/+/h", "tabletooth/1/+/g/+"]
    let rules = topics.map { "topic \(right.isEmpty ? "readwrite" : right) \($0)\n" }.joined()
    try rules.write(toFile: file, atomically: true, encoding: .utf8)
    let words = "forbids the topics for tables"
    try await withBroker(["allow_anonymous true", "acl_file \(file)"]) { broker, players in
      let (host, invitation) = try await players.openTable(["--on", Self.address(broker)])
      try await host.prints("mqtt://127.0.0.1:\(broker.port) \(words), so nobody")
      let code = try #require(invitation.first)
      await expectEnd(of: try players.join([code]), code: 32, saying: words)
      let nobody = ["join", "Bo", "--on", Self.address(broker)]
      await expectEnd(of: try players.start("Gus", nobody), code: 32, saying: words)
    }
  }

  @Test func `a broker that allows the topics of tables and nothing else is enough`() async throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/acl"
    let rules = "topic readwrite tabletooth/1/+/h\ntopic readwrite tabletooth/1/+/g/+\n"
    try rules.write(toFile: file, atomically: true, encoding: .utf8)
    try await withBroker(["allow_anonymous true", "acl_file \(file)"]) { broker, players in
      let (host, guest, code) = try await seat(players, broker)
      host.type("quit")
      _ = await (host.end(), guest.end())
      let late = try players.start("Eve", ["join", code])
      await expectEnd(of: late, code: 20, saying: "the table did not answer for 10 seconds")
    }
  }

  @Test func `a name and a password let two in, and are shown to nobody`() async throws {
    // What mosquitto_passwd makes of «p@ss:word».
    let passwords = try TemporaryFolder()
    let file = "\(passwords.path)/passwords"
    let line =
      "ann:$7$101$8dGh5nZgGg6hcVW0$WC2ur8BDTca0GVOcwT8SkFwUkSflxH0VXCG0FvnvzOViSsBv+Nj8iDse"
      + "emac7raPNrsKmIZfQkmeZP59U/TO2w==\n"
    try line.write(toFile: file, atomically: true, encoding: .utf8)
    try await withBroker(["allow_anonymous false", "password_file \(file)"]) { broker, players in
      let place = "127.0.0.1:\(broker.port)"
      let online = ["--on", "mqtt://ann:p%40ss%3Aword@\(place)", "--first", "me"]
      let (host, invitation) = try await players.openTable(online)
      let code = try #require(invitation.first)
      #expect(code.hasPrefix("mqtt://\(place)/1"))
      let guest = try players.join([code] + online.prefix(2))
      try await guest.prints("Anna is the host whose code you have.")
      host.type("h8")
      try await guest.prints("Black plays h8.")
      let stranger = try players.start("Eve", ["join", code])
      await expectEnd(of: stranger, code: 32, saying: "needs a password")
      let typo = try players.start("Eve", ["host", "--on", "mqtt://ann:secret@a b"])
      await expectEnd(of: typo, code: 64, saying: "mqtt://…@a b is not a transport")
    }
  }
}
