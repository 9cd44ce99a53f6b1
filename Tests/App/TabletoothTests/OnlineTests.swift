import FoundationEssentials
import Glibc
import Testing

/// Two programs that meet at a broker by a code.
@MainActor @Suite struct OnlineTests {
  private static let broker = "mqtt://127.0.0.1:2883"

  /// Seats Gus at Anna's table; she has made the first move.
  private func seat(
    in world: World
  ) async throws -> (host: WorldProgram, guest: WorldProgram, code: String) {
    let host = try await world.openTable("--on", Self.broker, "--first", "me")
    let code = try await host.printsWord(after: "tabletooth join mqtt://")
    let guest = await world.start("Gus", ["join", "--name", "Gus", code])
    try await guest.prints("Anna is the host whose code you have.")
    try await host.prints("Gus joined your table.")
    host.type("h8")
    try await guest.prints("Black plays h8.")
    return (host, guest, code)
  }

  @Test func `a whole game is played by a code, and a guest needs no digits`() async throws {
    try await World.run { world in
      let (host, guest, _) = try await seat(in: world)
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

  @Test func `a player continues on another computer, and the program before it is told`()
    async throws
  {
    try await World.run { world in
      let (host, guest, _) = try await seat(in: world)
      let (home, copy) = (world.home(of: "Gus"), world.home(of: "Gus elsewhere"))
      try FileManager.default.copyItem(atPath: home, toPath: copy)
      let elsewhere = await world.start("Gus elsewhere", ["resume"])
      try await elsewhere.prints("You are back in your game against Anna.")
      await expectEnd(of: guest, code: 22, saying: "continues on another computer")
      elsewhere.type("h9")
      try await host.prints("White plays h9.")
      host.type("i8")
      try await elsewhere.prints("Black plays i8.")
      // And back, with what was played there.
      let back = await world.start("Gus", ["resume"])
      try await back.prints("You are back in your game against Anna.")
      await expectEnd(of: elsewhere, code: 22, saying: "continues on another computer")
      back.type("i9")
      try await host.prints("White plays i9.")
    }
  }

  @Test func `a match that began over a network goes on online, and back`() async throws {
    try await World.run { world in
      let (host, guest, _) = try await world.beginMatch(at: "tcp:127.0.0.1:0")
      for program in [host, guest] {
        program.signal(SIGKILL)
        _ = await program.end()
      }
      let online = ["resume", "--on", Self.broker]
      let ways = [
        (online, online), (["resume", "--on", "tcp:127.0.0.1:0"], ["resume", "--on", "PLACE"]),
      ]
      for (ours, theirs) in ways {
        let host = await world.start("Anna", ours)
        try await host.prints("Your table Anna is open only for Gus")
        let place = try await host.printsWord(after: "  tabletooth resume --on ")
        let guest = await world.start("Gus", theirs.map { $0 == "PLACE" ? place : $0 })
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
    try await World.run { world in
      let (host, _, code) = try await seat(in: world)
      host.type("quit")
      _ = await host.end()
      await expectEnd(
        of: await world.start("Eve", ["join", code]),
        code: 20,
        saying: "the table did not answer for 10 seconds"
      )
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
    try await World.run { world in
      await expectEnd(of: await world.start("Zoë", ["join", text]), code: code, saying: words)
    }
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
    try await World.run { world in
      await expectEnd(of: await world.start("Zoë", ["bridge", text]), code: 64, saying: words)
      await expectEnd(of: await world.start("Gus", ["join", text]), code: 64, saying: words)
      let online = ["join", text, "--on", Self.broker]
      await expectEnd(of: await world.start("Gus", online), code: 64, saying: words)
    }
  }

  @Test func `without a broker in the settings one has to be named`() async throws {
    try await World.run { world in
      let unset = await world.start("Zoë", ["host", "--on", "online"])
      await expectEnd(of: unset, code: 64, saying: "no broker is set; name one")
      let empty = await world.start("Zoë", ["host", "--on", ""])
      await expectEnd(of: empty, code: 64, saying: "is not a transport; expected one of")
      let hidden = await world.start("Zoë", ["host", "--admit", "code"])
      await expectEnd(of: hidden, code: 64, saying: "--admit code is for a table at a broker")
    }
  }
}
