import Foundation
import Glibc
import PrivateBroker
import Testing

/// Two programs that meet at a broker, a real mosquitto, on computers without Bluetooth.
@Suite(.timeLimit(.minutes(1))) struct OnlineTests {
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

  @Test func `a whole game is played by a code, and a guest needs no digits`() async throws {
    try await withBroker { broker, players in
      let (host, guest, _) = try await seat(players, broker)
      for (theirs, mine) in [("h9", "i8"), ("i9", "j8"), ("j9", "k8"), ("k9", "l8")] {
        guest.type(theirs)
        try await host.prints("White plays \(theirs).")
        host.type(mine)
        try await guest.prints("Black plays \(mine).")
      }
      for program in [host, guest] {
        #expect(await program.end() == .init(code: 0, complaints: []))
      }
    }
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

  @Test func `a player continues on another computer, and the program before it is told`()
    async throws
  {
    try await withBroker { broker, players in
      let (host, guest, _) = try await seat(players, broker)
      try players.copy("Gus", to: "Gus elsewhere")
      let elsewhere = try players.start("Gus elsewhere", ["resume"])
      try await elsewhere.prints("You are back in your game against Anna.")
      await expectEnd(of: guest, code: 22, saying: "continues on another computer")
      elsewhere.type("h9")
      try await host.prints("White plays h9.")
      host.type("i8")
      try await elsewhere.prints("Black plays i8.")
      // And back, with what was played there.
      let back = try players.start("Gus", ["resume"])
      try await back.prints("You are back in your game against Anna.")
      await expectEnd(of: elsewhere, code: 22, saying: "continues on another computer")
      back.type("i9")
      try await host.prints("White plays i9.")
    }
  }

  @Test func `a match that began over a network goes on online, and back`() async throws {
    try await withBroker { broker, players in
      let (host, via) = try await players.openTable("--first", "me")
      let guest = try players.join(via)
      try await guest.prints("You are at Anna's table.")
      host.type("h8")
      try await guest.prints("Black plays h8.")
      for program in [host, guest] {
        program.signal(SIGKILL)
        _ = await program.end()
      }
      let online = ["resume", "--on", Self.address(broker)]
      let ways = [
        (online, online), (["resume", "--on", "tcp:127.0.0.1:0"], ["resume", "--on", "PLACE"]),
      ]
      for (ours, theirs) in ways {
        let host = try players.start("Anna", ours)
        try await host.prints("Your table Anna is open only for Gus")
        let invitation = try #require(await host.nextLine())
        let place = invitation.split(separator: " ").last.map(String.init) ?? ""
        let guest = try players.start("Gus", theirs.map { $0 == "PLACE" ? place : $0 })
        try await guest.prints("You are back in your game against Anna.")
        try await host.prints("You are back in your game against Gus.")
        for program in [host, guest] {
          program.signal(SIGKILL)
          _ = await program.end()
        }
      }
    }
  }

  @Test func `a stranger without the code finds nothing, and one with another code nobody`()
    async throws
  {
    try await withBroker { broker, players in
      let (host, _, code) = try await seat(players, broker)
      host.type("quit")
      _ = await host.end()
      await expectEnd(
        of: try players.start("Eve", ["join", code]),
        code: 20,
        saying: "the table did not answer for 10 seconds"
      )
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

  @Test(arguments: [
    ("mqtt://a/1abcd-abcde", "the code has 10 of 30 letters", 64),
    ("mqtt://a/3abcd-abcde-abcde-abcde-abcde-abcde", "another version of tabletooth", 64),
    ("mqtt://a/1abcd-abcde-abcde-abcde-abcde-abcde", "a letter of the code is wrong", 64),
    ("mqtt://a/1abcd-abcde-abcde-abcde-abcde-abcd!", "no code uses the letter !", 64),
    ("http://a/1abcd", "the text before the code is not a broker", 64),
    ("1abcd-abcde-abcde-abcde-abcde-abcde", "put the broker before the code", 64),
    ("1ABCD2bcdeabcdeabcdeabcdeabcde", "put the broker before the code", 64),
    ("mqtt://a:1883", "mqtt://a is a broker, and no table code follows it. Copy", 64),
    ("mqtts://b:p@a/", "tabletooth join --on mqtts://a finds your contacts", 64),
  ])
  func `a code that cannot be read is told in one line`(
    text: String,
    words: String,
    code: CInt
  ) async throws {
    await expectEnd(of: try Program(["join", text]), code: code, saying: words)
  }

  @Test(
    arguments: [
      ("1vca4-409vm", 10), ("1vca4-409vm-2vgbn-37", 17), ("1vca4409vm2vgbn371dezd4cm8shv", 29),
    ]
  )
  func `a code that was cut is told as one, where nobody is called so`(
    text: String,
    count: Int
  ) async throws {
    let words = "the code has \(count) of 30 letters"
    await expectEnd(of: try Program(["bridge", text]), code: 64, saying: words)
    try await withBroker { broker, players in
      await expectEnd(of: try players.start("Gus", ["join", text]), code: 64, saying: words)
      let online = ["join", text, "--on", Self.address(broker)]
      await expectEnd(of: try players.start("Gus", online), code: 64, saying: words)
    }
  }

  @Test func `without a broker in the settings one has to be named`() async throws {
    let words = "no broker is set; name one"
    await expectEnd(of: try Program(["host", "--on", "online"]), code: 64, saying: words)
    let empty = try Program(["host", "--on", ""])
    await expectEnd(of: empty, code: 64, saying: "is not a transport; expected one of")
    let hidden = try Program(["host", "--admit", "code"])
    await expectEnd(of: hidden, code: 64, saying: "--admit code is for a table at a broker")
  }
}
