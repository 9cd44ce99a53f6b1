import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct PipeTests {
  private static func end(of player: String, _ air: VirtualAir, _ more: String...) throws -> Program
  {
    let own = ["--bus", air.bus, "--name", player, "--admit", "anyone"]
    return try air.start(player, ["pipe"] + more + own)
  }

  private static func shell(_ script: String, home: String) throws -> Program {
    try Program(
      bytes: ["-c", "export XDG_DATA_HOME=\(home); " + script].map { Array($0.utf8) },
      of: "/bin/sh"
    )
  }

  @Test func `a folder goes from tar to tar`() async throws {
    try await VirtualAir.run { air in
      let folder = try TemporaryFolder()
      for name in ["from", "to"] {
        try FileManager.default.createDirectory(
          atPath: "\(folder.path)/\(name)",
          withIntermediateDirectories: false
        )
      }
      let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
      try content.write(to: URL(fileURLWithPath: "\(folder.path)/from/data"))
      let own = "--bus \(air.bus) --admit anyone"
      let receiver = try Self.shell(
        "'\(Program.path)' pipe --name Anna \(own) < /dev/null | tar x -C '\(folder.path)/to'",
        home: air.home(of: "Anna")
      )
      let sender = try Self.shell(
        "tar c -C '\(folder.path)/from' data | "
          + "'\(Program.path)' pipe Anna --name Gus --adapter hci1 \(own)",
        home: air.home(of: "Gus")
      )
      #expect(await sender.end().code == 0)
      #expect(await receiver.end().code == 0)
      #expect(try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/to/data")) == content)
    }
  }

  @Test func `lines go both ways over a lost link, and each side ends by itself`() async throws {
    try await VirtualAir.run { air in
      let host = try Self.end(of: "Anna", air)
      let guest = try Self.end(of: "Gus", air, "Anna", "--adapter", "hci1")
      host.type("one")
      try await guest.prints("one")
      guest.type("two")
      try await host.prints("two")
      try await air.cutLink()
      host.type("three")
      host.endInput()
      try await guest.prints("three")
      guest.type("four")
      guest.endInput()
      try await host.prints("four")
      #expect(await host.end().code == 0)
      let end = await guest.end()
      #expect(end.code == 0, "\(end)")
      let (answers, lines) = (await host.output(), await guest.output())
      #expect(answers == ["two", "four"])
      #expect(lines == ["one", "three"])
    }
  }

  @Test func `an end whose reader is gone says so, and nothing of a game`() async throws {
    try await VirtualAir.run { air in
      let own = "--bus \(air.bus) --name Anna --admit anyone"
      let host = try Self.shell(
        "{ '\(Program.path)' pipe \(own); echo code $? >&2; } < /dev/null | head -c 3",
        home: air.home(of: "Anna")
      )
      let guest = try Self.end(of: "Gus", air, "Anna", "--adapter", "hci1")
      for number in 0..<2_000 { guest.type("line \(number) of many, which nobody reads") }
      let complaints = await host.end().complaints
      #expect(complaints.last == "code 41")
      #expect(complaints.contains { $0.contains("keep the reading program running to the end") })
      #expect(complaints.allSatisfy { !$0.contains("game") })
      guest.signal(SIGTERM)
      _ = await guest.end()
    }
  }

  @Test func `an end that leaves too soon is told of`() async throws {
    try await VirtualAir.run { air in
      let host = try Self.end(of: "Anna", air)
      let guest = try Self.end(of: "Gus", air, "Anna", "--adapter", "hci1")
      host.type("one")
      try await guest.prints("one")
      guest.signal(SIGINT)
      let end = await host.end()
      #expect(end.code == 28)
      #expect(end.complaints.last?.contains("Gus left before all data had arrived") == true)
    }
  }

  @Test func `another program does not go on with the pipe of one that was killed`() async throws {
    try await VirtualAir.run { air in
      let host = try Self.end(of: "Anna", air)
      let guest = try Self.end(of: "Gus", air, "Anna", "--adapter", "hci1")
      host.type("one")
      try await guest.prints("one")
      guest.signal(SIGKILL)
      _ = await guest.end()
      let other = try Self.end(of: "Gus", air, "Anna", "--adapter", "hci1")
      #expect(await host.end().code == 28)
      other.signal(SIGTERM)
      _ = await other.end()
    }
  }

  @Test func `a folder cannot be read`() async throws {
    let program = try Self.shell("'\(Program.path)' pipe < /tmp", home: Program.nowhere)
    let end = await program.end()
    #expect(end.code == 64)
    #expect(end.complaints.first?.contains("cannot read standard input") == true)
  }
}
