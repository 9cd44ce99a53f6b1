import FoundationEssentials
import MatchPlay
import Testing

/// Results that both players have signed, from the game to a third player.
@Suite(.timeLimit(.minutes(2))) struct SignedResultTests {
  @Test func `a result is signed by both, exported, and verified by anybody`() async throws {
    try await VirtualAir.run { air in
      let host = try await air.openTable("--first", "me")
      let guest = try air.join()
      for (black, white) in zip(["h8", "i8", "j8", "k8", "l8"], ["h9", "i9", "j9", "k9", ""]) {
        host.type(black)
        try await guest.prints("Black plays \(black)")
        guard !white.isEmpty else { break }
        guest.type(white)
        try await host.prints("White plays \(white)")
      }
      #expect(await guest.end().code == 0)
      #expect(await host.end().code == 0)

      let export = ["games", "export", "1", "--signed"]
      let texts = try await [air.text("Anna", export), air.text("Gus", export)]
      #expect(texts[0] == texts[1])
      #expect(texts[0].contains("moves h8 h9 i8 i9 j8 j9 k8 k9 l8\nend first by rules\n"))

      let file = air.home(of: "result")
      try Data(texts[0].utf8).write(to: URL(filePath: file))
      let own = try await air.text("Anna", ["verify", file])
      #expect(own.contains("Gomoku (freestyle), 9 moves. Black wins"))
      #expect(own.contains("Black: you."))
      #expect(own.contains("White: Gus, whom you know.") || own.contains("White: somebody"))
      let third = try await air.text("Eve", ["verify", file])
      #expect(third.contains("Black: somebody you have not played with, key "))

      // As a mail program may hand it on.
      let mailed = texts[0].replacing(" k9 l8\n", with: " k9 \nl8 \n").replacing("\n", with: "\r\n")
      try Data("\u{feff}\(mailed)\r\n".utf8).write(to: URL(filePath: file))
      #expect(try await air.text("Eve", ["verify", file]) == third)

      let changes = [
        ("moves h8 h9", "moves h8 h8", ":5: found"),
        ("end first by rules", "end second by rules", ":6: found"),
        ("first host", "first guest", "a signature of something else"),
        ("game 1", "game 2", "a signature of something else"),
        ("\nsigned ", "\nsigned 0", ":9: found"),
      ]
      for (old, new, words) in changes {
        let forged = texts[0].replacing(old, with: new, maxReplacements: 1)
        try Data(forged.utf8).write(to: URL(filePath: file))
        let program = try air.start("Eve", ["verify", file])
        let end = await program.end()
        #expect(end.code == 40)
        #expect(end.complaints.first?.contains(words) == true, "\(words) \(end.complaints)")
      }
    }
  }

  @Test(arguments: [Data("hello\n".utf8), Data([0xff, 0, 0x1b, 0x5b]), Data()])
  func `a file that is no result is told in one sentence`(content: Data) async throws {
    let home = try TemporaryFolder()
    let file = "\(home.path)/file"
    try content.write(to: URL(filePath: file))
    let end = await (try Program(["verify", file], home: home.path)).end()
    let line =
      "tabletooth: \(file) is no result that two players have signed; type "
      + "tabletooth games export N --signed to get one of game N"
    #expect(end == .init(code: 40, complaints: [line]))
  }

  @Test func `a game at one terminal is not signed`() async throws {
    let home = try TemporaryFolder()
    let game = try Program(["play", "--plain"], home: home.path)
    game.type("h8\nresign")
    _ = await game.end()
    let export = try Program(["games", "export", "1", "--signed"], home: home.path)
    await expectEnd(of: export, code: 64, saying: "have not signed a result of game 1")
  }
}

extension VirtualAir {
  /// All that the program prints for `player`, which ends well.
  fileprivate func text(_ player: String, _ arguments: [String]) async throws -> String {
    let program = try start(player, arguments)
    let lines = await program.output()
    let end = await program.end()
    #expect(end.code == 0, "\(end.complaints)")
    return lines.map { "\($0)\n" }.joined()
  }
}
