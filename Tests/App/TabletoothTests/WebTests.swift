import Foundation
import Glibc
import StreamTransport
import Testing
import WebGuest

/// A program that plays with a page in a browser; another program stands behind the page here.
@Suite(.timeLimit(.minutes(1))) struct WebTests {
  /// A folder with a page.
  private static func page() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let file = URL(fileURLWithPath: "\(folder.path)/index.html")
    try Data("<html>".utf8).write(to: file)
    return folder
  }

  private static let here = ["host", "--name", "Anna", "--admit", "anyone"]

  /// The address of the page that `host` opens.
  private static func url(of host: Program) async throws -> String {
    let line = try await host.prints("  http://")
    return try #require(line.split(separator: " ").last.map(String.init))
  }

  @Test func `a whole game is played, and goes on after the host was killed`() async throws {
    let folder = try Self.page()
    let variables = ["TABLETOOTH_PAGE=\(folder.path)"]
    try await NetworkPlayers.run { players in
      let way = ["--on", "web:127.0.0.1:0", "--first", "me"]
      let host = try players.start("Anna", Self.here + way, variables: variables)
      let url = try await Self.url(of: host)
      var relay = try await #require(WebGuest(url: url)).relay()
      let guest = try players.join(relay.via.description)
      try await guest.prints("You are at Anna's table.")
      for (mine, theirs) in [("h8", "h9"), ("i8", "i9"), ("j8", "j9")] {
        host.type(mine)
        try await guest.prints("Black plays \(mine).")
        guest.type(theirs)
        try await host.prints("White plays \(theirs).")
      }
      host.signal(SIGKILL)
      guest.signal(SIGKILL)
      _ = await host.end()
      await relay.close()
      let again = try players.start("Anna", ["host"], variables: variables)
      try await again.prints("Your table Anna is open only for Gus.")
      #expect(try await Self.url(of: again) == url)
      relay = try await #require(WebGuest(url: url)).relay()
      let back = try players.start("Gus", ["resume", "--on", relay.via.description])
      try await again.prints("You are back in your game against Gus.")
      again.type("k8")
      try await back.prints("Black plays k8.")
      back.type("k9")
      try await again.prints("White plays k9.")
      again.type("l8")
      for program in [again, back] {
        try await program.prints("Black wins: five in a row (h8 to l8).")
        #expect(await program.end() == .init(code: 0, complaints: []))
      }
      await relay.close()
    }
  }

  @Test func `a second guest is refused in words`() async throws {
    let folder = try Self.page()
    try await NetworkPlayers.run { players in
      let host = try players.start(
        "Anna",
        Self.here + ["--on", "web:127.0.0.1:0"],
        variables: ["TABLETOOTH_PAGE=\(folder.path)"]
      )
      let guest = try await #require(WebGuest(url: Self.url(of: host)))
      let relays = [try await guest.relay(), try await guest.relay()]
      let first = try players.join(relays[0].via.description)
      try await first.prints("You are at Anna's table.")
      let second = try players.start("Eve", ["join", relays[1].via.description, "--name", "Eve"])
      let end = await second.end()
      #expect(end.code == 22, "\(end)")
      for relay in relays { await relay.close() }
    }
  }

  @Test(arguments: [
    (["host", "--on", "web"], "the page for browsers is not installed"),
    (["page"], "the page for browsers is not installed"),
    (["host", "--on", "web:a b"], "is not an address"),
    (["join", "Anna", "--on", "web"], "open its address in a browser"),
    (["scan", "--on", "web"], "open its address in a browser"),
    (["receive", "--on", "web:127.0.0.1:0"], "is for games only"),
  ])
  func `what cannot be is said in a sentence`(words: [String], sentence: String) async throws {
    try await NetworkPlayers.run { players in
      let program = try players.start("Anna", words, variables: ["TABLETOOTH_PAGE=/nowhere"])
      let end = await program.end()
      #expect(end.complaints.joined().contains(sentence) && end.code != 0)
    }
  }

  @Test func `the page alone is offered until it is stopped`() async throws {
    let folder = try Self.page()
    try await NetworkPlayers.run { players in
      let program = try players.start(
        "Anna",
        ["page", "--port", "0"],
        variables: ["TABLETOOTH_PAGE=\(folder.path)"]
      )
      try await program.prints("Open in a browser on this computer: http://localhost:")
      program.signal(SIGINT)
      #expect(await program.end() == .init(code: 0, complaints: []))
    }
  }
}
